// The pools of one sale against its claims, its definition and its restocks.
#pragma once

#include <cstdint>
#include <string_view>

#include "ledger/audit_findings.h"
#include "ledger/sqlite/claim_sums.h"

namespace allot::sqlite {

/// The number of pools, without the total. `definition` is the sale's present one, as JSON.
std::int64_t audit_stock(Connection& reader, SaleUid uid, std::string_view definition, const ClaimSums& sums,
                         Findings& findings);

}  // namespace allot::sqlite
