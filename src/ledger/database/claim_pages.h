// Streams the claims of one sale in the order of their numbers, a page of rows at a time.
#pragma once

#include <memory>
#include <vector>

#include "engine/snapshot.h"
#include "ledger/database/claim_record.h"
#include "ledger/database/connection.h"

namespace allot::database {

/// Sees the snapshot in which its caller has the connection, and must not outlive it.
class ClaimPages final : public ClaimSource {
 public:
  ClaimPages(Connection& connection, SaleUid uid, std::shared_ptr<const Database> database);
  bool next(StoredClaim& claim) override;

 private:
  void read_page();

  Connection& connection_;
  SaleUid uid_;
  std::shared_ptr<const Database> database_;
  std::vector<ClaimRecord> page_;
  std::size_t next_ = 0;
  std::int64_t behind_ = -1;  // number of the last claim read
  bool done_ = false;
};

/// Sees a snapshot of its own: the one at its first next().
class ClaimStream final : public ClaimSource {
 public:
  ClaimStream(std::shared_ptr<Connection> connection, SaleUid uid, std::shared_ptr<const Database> database);
  ~ClaimStream() override;
  ClaimStream(const ClaimStream&) = delete;
  ClaimStream& operator=(const ClaimStream&) = delete;
  bool next(StoredClaim& claim) override;

 private:
  void start();
  void end() noexcept;

  std::shared_ptr<Connection> connection_;
  std::shared_ptr<const Database> database_;
  ClaimPages pages_;
  bool started_ = false;
  bool ended_ = false;
};

}  // namespace allot::database
