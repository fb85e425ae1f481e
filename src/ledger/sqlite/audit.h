// Checks the book of record against itself: do the claims add up to the pools?
#pragma once

#include <optional>

#include "ledger/ledger.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// REQUIRES: inside a read transaction, which is the snapshot. One sale, or all with deleted ones.
LedgerAudit audit_ledger(Connection& reader, std::optional<SaleUid> uid);

}  // namespace allot::sqlite
