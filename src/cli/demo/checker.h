// Does the sale hold what it promised? A pure function of what was answered and what the ledger says.
#pragma once

#include <cstdint>
#include <vector>

#include "cli/audit_report.h"
#include "cli/check_line.h"
#include "cli/demo/claim_book.h"
#include "cli/demo/crowd.h"
#include "cli/demo/ledger_claims.h"
#include "cli/sale_figures.h"

namespace allot {

struct DemoFacts {
  std::int64_t stock = 0;
  std::int64_t peak_live = 0;        // LiveUnits::peak()
  std::vector<OwnedClaim> answered;  // accepted, by the answers
  std::vector<LedgerClaim> ledger;   // the same ids, by the ledger
  CrowdCounts counts;
  SaleFigures sale;
  AuditFindings audit;
  std::uint64_t unanswered = 0;
  bool server_ended_well = false;
};

/// One line for each thing that must hold, with the numbers that it rests on.
std::vector<CheckLine> check_demo(const DemoFacts& facts);

}  // namespace allot
