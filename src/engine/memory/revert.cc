// Taking back the newest entry, as if it had never been decided.
#include <cassert>

#include "engine/memory/memory_sale.h"

namespace allot {

bool MemorySale::revert(const Entry& entry) {
  assert(entry.uid == uid_ && entry.epoch == epoch_ && entry.seq == seq_);
  assert(!unsettled_.empty() && "only what is not in the ledger can be taken back");
  UndoPoint& before = unsettled_.newest();
  assert(before.seq == entry.seq && before.nonce == entry.nonce);
  for (const EntryChange& change : entry.changes) {
    if (const auto* restock = std::get_if<RestockChange>(&change)) take_back_restock(*restock);
  }
  while (claims_.size() > before.first_claim) forget_claim();
  while (pools_.size() > before.pools) pools_.pop();
  bytes_.truncate(before.bytes);
  if (before.definition) definition_ = std::move(*before.definition);
  version_ = before.version;
  --seq_;
  unsettled_.pop_newest();
  refresh_switch();
  return true;
}

/// The newest claim. Inverse steps, because credits for older claims may have come since.
void MemorySale::forget_claim() {
  const ClaimNo no = claims_.size() - 1;
  const ClaimRecord& claim = claims_[no];
  if (claim.user != kNoRecord) {
    UserRecord& user = users_[claim.user];
    assert(claim.state != ClaimState::kReleased && user.newest == no);
    take_back_units(claims_.content(no), user);
    --user.live_claims;
    user.newest = claim.previous;
    if (user.newest == kNoRecord) {
      assert(claim.user + 1 == users_.size() && "this claim brought its user in");
      users_.pop();
    }
  }
  claims_.pop();
}

void MemorySale::take_back_units(const ClaimContent& content, UserRecord& user) {
  for (std::size_t i = 0; i < content.size(); ++i) {
    pools_[content[i].pool].left += content[i].units;
    if (pools_.total) pools_.total->left += content[i].units;
    user.live_units -= content[i].units;
  }
}

void MemorySale::take_back_restock(const RestockChange& change) {
  const auto undo = [&](Counter& each) {
    each.stocked -= change.units;
    (change.units > 0 ? each.coming : each.left) -= change.units;
  };
  undo(*counter(change.pool));
  if (change.moves_total && pools_.total && change.pool != kTotalPool) undo(*pools_.total);
  restocks_.erase(change.id);
}

}  // namespace allot
