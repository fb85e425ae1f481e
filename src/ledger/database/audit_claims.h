// The claims of one sale: sums per pool, numbers, states, ids, users.
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "engine/entry.h"
#include "ledger/audit_findings.h"
#include "ledger/database/connection.h"

namespace allot::database {

struct LiveUnits {
  std::int64_t held = 0;
  std::int64_t confirmed = 0;
};

struct ClaimSums {
  std::map<std::string, LiveUnits, std::less<>> pools;
  std::int64_t rows = 0;
};

/// The loosest limits that the sale ever had: a tighter one refuses only new claims. 0: none.
struct LoosestLimits {
  std::int64_t claims = 0;
  std::int64_t units = 0;
};

/// Adds findings for unknown states, negative units, gaps, and lines that belong to no claim.
ClaimSums sum_claims(Connection& connection, SaleUid uid, Findings& findings);
void check_ids(Connection& connection, SaleUid uid, Findings& findings);
void check_users(Connection& connection, SaleUid uid, const LoosestLimits& limits, Findings& findings);

}  // namespace allot::database
