// The claims that one decision needs, in the order of their numbers.
#pragma once

#include <string_view>
#include <vector>

#include "engine/snapshot.h"
#include "ledger/settle.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// REQUIRES: used inside one transaction, picked anew for each decision. Throws SqliteError.
class PickedClaims final : public ClaimSource {
 public:
  explicit PickedClaims(Connection& connection);

  /// Every claim of the sale that has one of the ids or belongs to one of the users.
  void pick(SaleUid uid, const std::vector<std::string_view>& ids, const std::vector<std::string_view>& users);
  bool next(StoredClaim& claim) override;

 private:
  void add_lines(StoredClaim& claim, std::int64_t key);

  Statement by_id_;
  Statement by_user_;
  Statement claim_;
  Statement lines_;
  std::vector<std::int64_t> keys_;
  std::size_t at_ = 0;
  std::optional<Rows> row_;         // what the present claim borrows from
  std::vector<ClaimLine> further_;  // of the present claim; owns what its items borrow
};

}  // namespace allot::sqlite
