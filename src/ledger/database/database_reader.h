// Reads beside the writer, each call in one snapshot.
#pragma once

#include <memory>
#include <string>

#include "ledger/database/connection.h"
#include "ledger/ledger.h"

namespace allot::database {

class DatabaseReader final : public LedgerReader {
 public:
  /// Throws LedgerError.
  explicit DatabaseReader(std::shared_ptr<const Database> database);

  std::optional<SaleState> sale(SaleUid uid) override;
  std::optional<Claim> claim(const ClaimKey& key) override;
  std::vector<Claim> claims(const std::vector<ClaimKey>& keys) override;
  std::vector<Claim> claims_by_ref(std::string_view ref, std::size_t limit) override;
  LedgerAudit audit(std::optional<SaleUid> uid) override;
  std::optional<SaleState> sale(std::string_view name) override;
  std::vector<SaleBrief> sales(std::string_view after, std::size_t limit) override;
  UserClaims claims_of(SaleUid uid, std::string_view user, std::string_view after, std::size_t limit) override;
  std::vector<Claim> claims_by_id(std::string_view id, std::size_t limit) override;
  bool load(std::string_view name, std::uint32_t epoch,
            const std::function<void(const SaleState&, ClaimSource&)>& read) override;
  std::vector<Credit> credits(SaleUid uid, std::uint64_t after, std::size_t limit) override;
  std::vector<std::string> overdue_sales(Millis now, std::size_t limit) override;

 private:
  Connection& connection();
  // Runs `read` in one snapshot, again if the connection turns out to be lost, and turns failures into LedgerError.
  template <class Read>
  auto in_snapshot(Read read);

  std::shared_ptr<const Database> database_;
  std::unique_ptr<Connection> connection_;
};

}  // namespace allot::database
