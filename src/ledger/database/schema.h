// Which schema the database has, and how it gets the present one.
#pragma once

#include <string>

#include "ledger/database/connection.h"

namespace allot::database {

/// Number of the last migration that the database has; 0: none. Throws DatabaseError.
int stored_schema(Connection& connection, const std::string& prefix);
/// Number of the newest migration that this program has.
int newest_schema(const Dialect& dialect);
/// Runs the missing migrations. Several processes may do so at once.
void migrate_schema(Connection& connection, const std::string& prefix);
/// Throws LedgerError unless this program can work with the database's schema.
void check_schema(Connection& connection, const std::string& prefix, const std::string& place);

}  // namespace allot::database
