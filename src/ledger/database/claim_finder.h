// Reads claims in bulk: by their numbers, ids or buyers.
#pragma once

#include <string_view>
#include <vector>

#include "ledger/database/claim_record.h"

namespace allot::database {

/// Gathers which claims are wanted, then reads them by at most one query of each kind, and their lines by another.
class ClaimFinder {
 public:
  void want(SaleUid uid, ClaimNo no) { numbers_.add({uid, no}); }
  void want_id(SaleUid uid, std::string_view id) { ids_.add({uid, id}); }
  void want_user(SaleUid uid, std::string_view user) { users_.add({uid, user}); }
  /// In no order; one that is wanted twice may come twice.
  std::vector<ClaimRecord> read(Connection& connection);

 private:
  Batch numbers_{2};
  Batch ids_{2};
  Batch users_{2};
};

}  // namespace allot::database
