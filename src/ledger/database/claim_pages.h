// Streams the claims of one sale in the order of their numbers, a page at a time.
#pragma once

#include <memory>
#include <vector>

#include "ledger/database/claim_record.h"

namespace allot::database {

/// Sees one snapshot: the one at its first next().
class ClaimPages final : public ClaimSource {
 public:
  ClaimPages(std::shared_ptr<Connection> connection, SaleUid uid, std::shared_ptr<const Database> database);
  ~ClaimPages() override;
  ClaimPages(const ClaimPages&) = delete;
  ClaimPages& operator=(const ClaimPages&) = delete;

  bool next(StoredClaim& claim) override;

 private:
  void read_page();

  std::shared_ptr<Connection> connection_;
  SaleUid uid_;
  std::shared_ptr<const Database> database_;
  std::vector<ClaimRecord> page_;
  std::size_t next_ = 0;
  std::int64_t behind_ = -1;  // number of the last claim read
  bool started_ = false;
  bool done_ = false;
};

}  // namespace allot::database
