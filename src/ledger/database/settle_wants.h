// Which claims and releases a run of settling steps must read first.
#pragma once

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "ledger/database/claim_cache.h"
#include "ledger/database/claim_finder.h"
#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

struct SettleWants {
  ClaimFinder claims;
  std::vector<std::pair<SaleUid, std::string>> releases;  // ids of releases of items
};

/// Without what is in the cache. The steps must outlive what is returned.
SettleWants wants_of(std::span<const Step> steps, TouchedSales& sales, ClaimCache& known);

}  // namespace allot::database
