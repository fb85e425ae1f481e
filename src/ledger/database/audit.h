// Checks the book of record against itself: do the claims add up to the pools?
#pragma once

#include <optional>

#include "ledger/database/connection.h"
#include "ledger/ledger.h"

namespace allot::database {

/// REQUIRES: inside a transaction that reads one snapshot. One sale, or all with deleted ones.
LedgerAudit audit_ledger(Connection& connection, std::optional<SaleUid> uid);

}  // namespace allot::database
