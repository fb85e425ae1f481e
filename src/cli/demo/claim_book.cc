#include "cli/demo/claim_book.h"

namespace allot {

void LiveUnits::add() noexcept {
  const std::int64_t now = now_.fetch_add(1) + 1;
  std::int64_t peak = peak_.load();
  while (now > peak && !peak_.compare_exchange_weak(peak, now)) {
  }
}

std::size_t ClaimBook::accepted(OwnedClaim claim) {
  live_.add();
  claims_.push_back(std::move(claim));
  return claims_.size() - 1;
}

}  // namespace allot
