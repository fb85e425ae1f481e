// Claims that are in memory already, as an engine reads them.
#pragma once

#include <utility>
#include <vector>

#include "ledger/database/claim_record.h"

namespace allot::database {

class RecordSource final : public ClaimSource {
 public:
  explicit RecordSource(std::vector<ClaimRecord> records) : records_(std::move(records)) {}
  bool next(StoredClaim& claim) override {
    if (next_ == records_.size()) return false;
    show(records_[next_++], claim);
    return true;
  }

 private:
  std::vector<ClaimRecord> records_;
  std::size_t next_ = 0;
};

}  // namespace allot::database
