// Reads sales as hot state is rebuilt from them, or as one decision needs them.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/snapshot.h"
#include "ledger/database/connection.h"

namespace allot::database {

// Consistent only within one transaction. Nothing: no live sale. All throw LedgerError when a definition cannot be
// read, and DatabaseError.

std::optional<SaleState> read_sale(Connection& connection, SaleUid uid);
std::optional<SaleState> read_sale(Connection& connection, std::string_view name);
/// All live sales, oldest first.
std::vector<SaleState> read_live_sales(Connection& connection);
/// `partial`, and of the restocks only the one with this id (empty: none).
std::optional<SaleState> read_sale_to_decide(Connection& connection, SaleUid uid, std::string_view restock);

}  // namespace allot::database
