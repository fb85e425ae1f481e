// The ledger's time, as this process knows it.
#pragma once

#include <atomic>

#include "core/clock.h"
#include "ledger/ledger.h"

namespace allot {

/// This process's clock and how far the ledger's is ahead of it, so that all processes judge by one clock. Thread-safe.
class LedgerClock final : public Clock {
 public:
  explicit LedgerClock(const Clock& own) : own_(own) {}
  Millis now() const override { return own_.now() + ahead_.load(std::memory_order_relaxed); }
  /// Asks the ledger. A look that took long says little and is left out. Throws LedgerError. On the ledger's thread.
  void measure(Ledger& ledger);

 private:
  const Clock& own_;
  std::atomic<Millis> ahead_{0};
};

}  // namespace allot
