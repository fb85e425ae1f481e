#include "cli/demo/last_round.h"

#include <algorithm>

namespace allot {

bool LastRound::next(Call& call) {
  if (at_ == wishes_.size() || pulse_.stop.load(std::memory_order_relaxed)) return false;
  const Wish& wish = wishes_[at_];
  call.kind = CallKind::kClaim;
  call.user = buyer_name(wish.buyer);
  call.claim = prefix_ + std::to_string(at_);
  call.pool = kDemoPools[wish.pool];
  call.tag = at_++;
  return true;
}

void LastRound::answered(const Call& call, const Reply& reply) {
  if (reply.verdict != Verdict::kAccepted) return;
  const Wish& wish = wishes_[call.tag];
  book_.accepted({std::string(reply.claim), wish.buyer, wish.pool, ClaimState::kHeld});
}

std::vector<LastRound::Wish> last_wishes(const SaleFigures& sale, std::uint32_t buyers,
                                         const std::vector<OwnedClaim>& claims) {
  std::vector<bool> owns(buyers, false);
  for (const OwnedClaim& claim : claims) {
    if (claim.state != ClaimState::kReleased) owns[claim.buyer] = true;
  }
  std::int64_t rest = sale.total ? sale.total->left : std::int64_t{buyers};
  std::vector<LastRound::Wish> wishes;
  std::uint32_t buyer = 0;
  for (std::uint32_t pool = 0; pool < kDemoPools.size(); ++pool) {
    const auto figures = std::find_if(sale.pools.begin(), sale.pools.end(),
                                      [&](const PoolFigures& p) { return p.pool == kDemoPools[pool]; });
    std::int64_t units = figures == sale.pools.end() ? 0 : std::min(figures->left, rest);
    for (; units > 0 && buyer < buyers; ++buyer) {
      if (owns[buyer]) continue;
      wishes.push_back({buyer, pool});
      --units;
      --rest;
    }
  }
  return wishes;
}

}  // namespace allot
