// Reads beside the writer, each call in one snapshot.
#pragma once

#include <memory>
#include <string>

#include "ledger/ledger.h"
#include "ledger/sqlite/claim_rows.h"
#include "ledger/sqlite/connection.h"
#include "ledger/sqlite/sale_states.h"
#include "ledger/sqlite/shared_lists.h"

namespace allot::sqlite {

class SqliteReader final : public LedgerReader {
 public:
  /// Throws LedgerError.
  explicit SqliteReader(std::string path);

  std::optional<SaleState> sale(SaleUid uid) override;
  std::optional<Claim> claim(const ClaimKey& key) override;
  std::vector<Claim> claims(const std::vector<ClaimKey>& keys) override;
  std::vector<Claim> claims_by_ref(std::string_view ref, std::size_t limit) override;
  LedgerAudit audit(std::optional<SaleUid> uid) override;
  std::optional<SaleState> sale(std::string_view name) override;
  std::vector<SaleBrief> sales(std::string_view after, std::size_t limit) override;
  UserClaims claims_of(SaleUid uid, std::string_view user, std::string_view after, std::size_t limit) override;
  std::vector<Claim> claims_by_id(std::string_view id, std::size_t limit) override;
  std::vector<std::string> overdue_sales(Millis now, std::size_t limit) override;

 private:
  struct Prepared {
    explicit Prepared(const std::string& path)
        : connection(Connection::reader(path)), states(connection), rows(connection), lists(connection) {}
    Connection connection;
    SaleStates states;
    ClaimRows rows;
    SharedLists lists;
  };
  // Runs `read` in one snapshot and turns failures into LedgerError.
  template <class Read>
  auto in_snapshot(Read read);

  std::optional<Claim> find(const ClaimKey& key);
  std::vector<Claim> present_all(const std::vector<std::int64_t>& keys);

  std::string path_;
  std::unique_ptr<Prepared> prepared_;
};

}  // namespace allot::sqlite
