#include "ledger/sqlite/picked_claims.h"

#include <algorithm>

#include "ledger/sqlite/stored_row.h"

namespace allot::sqlite {

PickedClaims::PickedClaims(Connection& connection)
    : by_id_(connection, "SELECT key FROM allot_claim WHERE uid = ? AND id = ?"),
      by_user_(connection, "SELECT key FROM allot_claim WHERE uid = ? AND buyer = ?"),
      claim_(connection, "SELECT " ALLOT_STORED_COLUMNS " FROM allot_claim WHERE key = ?"),
      lines_(connection, "SELECT pool, units, given_back FROM allot_claim_line WHERE key = ? ORDER BY line") {}

void PickedClaims::pick(SaleUid uid, const std::vector<std::string_view>& ids,
                        const std::vector<std::string_view>& users) {
  row_.reset();
  keys_.clear();
  at_ = 0;
  const auto gather = [&](Statement& select, std::string_view value) {
    Rows rows = select.query(uid, value);
    while (rows.next()) keys_.push_back(rows.integer(0));
  };
  for (const std::string_view id : ids) gather(by_id_, id);
  for (const std::string_view user : users) gather(by_user_, user);
  std::ranges::sort(keys_);
  keys_.erase(std::ranges::unique(keys_).begin(), keys_.end());
}

bool PickedClaims::next(StoredClaim& claim) {
  row_.reset();
  if (at_ == keys_.size()) return false;
  const std::int64_t key = keys_[at_++];
  row_.emplace(claim_.query(key));
  row_->next();
  read_stored(*row_, claim);
  if (!claim.items.empty()) add_lines(claim, key);
  return true;
}

void PickedClaims::add_lines(StoredClaim& claim, std::int64_t key) {
  further_.clear();
  Rows lines = lines_.query(key);
  while (lines.next()) further_.push_back({std::string(lines.text(0)), lines.integer(1), lines.integer(2)});
  for (const ClaimLine& line : further_) {
    claim.items.push_back(stored_line(claim.state, line.pool, line.units, line.given_back));
  }
}

}  // namespace allot::sqlite
