// Which schema the file has, and how it gets the present one.
#pragma once

#include <string>

#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Number of the last migration in the file; 0: none. Throws SqliteError.
int stored_schema(Connection& connection);
/// Number of the newest migration that this program has.
int newest_schema();
/// Runs the missing migrations in one transaction.
void migrate_schema(Connection& writer);
/// Throws LedgerError unless this program can work with the file's schema and settings.
void check_schema(Connection& connection, const std::string& path);

}  // namespace allot::sqlite
