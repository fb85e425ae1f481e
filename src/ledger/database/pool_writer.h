// Writes what a transaction moved in the pools of its sales.
#pragma once

#include <span>

#include "ledger/database/connection.h"
#include "ledger/database/touched_sales.h"

namespace allot::database {

/// REQUIRES: the sales' rows are locked. Empties their moves. Throws Divergence if a pool is missing or would leave
/// 0 <= confirmed <= taken <= stocked <= limits::kStockMax.
void write_moves(Connection& connection, std::span<TouchedSale* const> sales);

}  // namespace allot::database
