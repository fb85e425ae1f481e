#include "ledger/sqlite/stored_row.h"

#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/status_text.h"

namespace allot::sqlite {

StoredClaim::Line stored_line(ClaimState state, std::string_view pool, std::int64_t units, std::int64_t given_back) {
  if (state == ClaimState::kReleased) return {pool, 0, units + given_back};
  return {pool, units, given_back};
}

std::int64_t read_stored(const Rows& row, StoredClaim& claim) {
  const std::int64_t key = row.integer(0);
  claim.no = no_of(key);
  claim.id = row.text(1);
  claim.user = row.text(2);
  claim.state = state_from_text(row.text(3));
  claim.if_version = row.maybe_integer(4);
  claim.version = row.integer(5);
  claim.created_at = row.integer(6);
  claim.expires_at = row.integer(7);
  claim.has_extra = row.integer(8) != 0;
  claim.items.clear();
  if (!row.is_null(9)) claim.items.push_back(stored_line(claim.state, row.text(9), row.integer(10), row.integer(11)));
  return key;
}

}  // namespace allot::sqlite
