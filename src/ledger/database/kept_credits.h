// Credits as every process that shares the hot copy reads them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "engine/credit.h"
#include "ledger/database/connection.h"

namespace allot::database {

/// All throw DatabaseError.
void keep_credits(Connection& connection, std::span<const Credit> credits);
/// Forgets all of the sale's up to this number.
void forget_credits(Connection& connection, SaleUid uid, std::uint64_t up_to);
/// Those behind `after`, in order, up to the first that is missing, at most `limit`. Throws LedgerError, too.
std::vector<Credit> read_credits(Connection& connection, SaleUid uid, std::uint64_t after, std::size_t limit);

}  // namespace allot::database
