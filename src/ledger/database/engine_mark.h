// Whose rules the rows of a ledger follow: the engine's name in allot_meta.
#pragma once

#include <string>

#include "ledger/database/connection.h"
#include "ledger/ledger.h"

namespace allot::database {

/// The engine that the ledger belongs to.
std::string read_engine(Connection& connection);

// The others REQUIRE a transaction, whose lock on the mark lasts until its end: sales are made one after another.

std::string lock_engine(Connection& connection);
/// Makes the ledger this engine's if no live sale is another's. Throws LedgerError.
void claim_engine(Connection& connection, EngineKind engine, const std::string& place);

}  // namespace allot::database
