// Which schema the file has, and how it gets the present one.
#pragma once

#include <string>

#include "ledger/ledger.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Number of the last migration in the file; 0: none. Throws SqliteError.
int stored_schema(Connection& connection);
/// Number of the newest migration that this program has.
int newest_schema();
/// Runs the missing migrations in one transaction.
void migrate_schema(Connection& writer);
/// Throws LedgerError unless this program can work with the file's schema.
void check_schema(Connection& connection, const std::string& path);
/// REQUIRES: inside a transaction. Makes the ledger that engine's, with the indexes that it needs and no others.
/// Throws LedgerError when it has live sales of another engine.
void adopt_engine(Connection& writer, EngineKind engine, const std::string& path);

}  // namespace allot::sqlite
