// Prometheus text of what a service counts.
#pragma once

#include <optional>
#include <string>

#include "service/counters.h"

namespace allot {

/// What is read off at the moment of the call.
struct Gauges {
  std::uint64_t steps_waiting = 0;
  bool ledger_writable = false;
  std::optional<std::uint64_t> sales;  // live ones, where the process knows them
};

std::string metrics_text(const VerdictCounters& verdicts, const LedgerCounters& ledger, const Gauges& gauges);

}  // namespace allot
