// What the ledger has given back or loosened.
#include <cassert>

#include "engine/memory/memory_sale.h"

namespace allot {

void MemorySale::apply(const Credit& credit) {
  assert(credit.uid == uid_);
  if (credit.number <= credit_no_) return;
  assert(credit.number == credit_no_ + 1 && "a credit is missing");
  credit_no_ = credit.number;
  for (const CreditChange& change : credit.changes) {
    std::visit([&](const auto& each) { apply_change(each); }, change);
  }
}

void MemorySale::apply_change(const PoolCredit& change) {
  Counter* const moved = counter(change.pool);
  assert(moved != nullptr && "a credit for an unknown pool");
  moved->credit(change.units);
}

void MemorySale::apply_change(const ClaimCredit& change) {
  assert(change.no < claims_.size());
  ClaimRecord& claim = claims_[change.no];
  assert(claim.state != ClaimState::kReleased || change.state == ClaimState::kReleased);
  std::int64_t units = 0;
  for (const Item& item : change.given_back) {
    const std::uint32_t pool = pools_.find(item.pool);
    assert(pool != kNoRecord);
    pools_[pool].left += item.units;
    units += item.units;
  }
  if (pools_.total) pools_.total->left += units;
  if (claim.user != kNoRecord) {
    UserRecord& user = users_[claim.user];
    assert(user.live_units >= units);
    user.live_units -= units;
    if (claim.state != ClaimState::kReleased && change.state == ClaimState::kReleased) --user.live_claims;
  }
  const bool moved = change.state == ClaimState::kHeld && change.expires_at != claim.expires_at;
  claim.state = change.state;
  claim.expires_at = change.expires_at;
  if (moved && change.expires_at != 0) expiries_.push({change.expires_at, change.no});
}

void MemorySale::apply_change(const SwitchCredit& change) {
  settled_switch_ = change.value;
  refresh_switch();
}

}  // namespace allot
