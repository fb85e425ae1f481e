#include "service/shared/ledger_clock.h"

namespace allot {
namespace {

constexpr Millis kLookMax = 1000;

}  // namespace

void LedgerClock::measure(Ledger& ledger) {
  const Millis before = own_.now();
  const Millis there = ledger.clock();
  const Millis after = own_.now();
  if (after < before || after - before > kLookMax) return;
  ahead_.store(there - (before + (after - before) / 2), std::memory_order_relaxed);
}

}  // namespace allot
