// The invariants of `allot bench`, as a pure function.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/audit_report.h"
#include "cli/check_line.h"
#include "cli/sale_figures.h"

namespace allot {

struct BenchFacts {
  std::uint64_t requests = 0;
  std::uint64_t answers = 0;
  std::uint64_t accepted = 0;  // fresh ones, no replays
  std::int64_t units = 1;      // per claim
  SaleFigures sale;
  AuditFindings audit;
};

std::vector<CheckLine> check_bench(const BenchFacts& facts);

}  // namespace allot
