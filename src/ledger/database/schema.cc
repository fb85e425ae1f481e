#include "ledger/database/schema.h"

#include <algorithm>

#include "ledger/database/session_lock.h"
#include "ledger/ledger.h"
#include "ledger/migrations.h"

namespace allot::database {
namespace {

constexpr std::string_view kStored = "SELECT value FROM allot_meta WHERE name = 'schema'";
constexpr std::string_view kUpdate = "UPDATE allot_meta SET value = ? WHERE name = 'schema'";
constexpr std::string_view kInsert = "INSERT INTO allot_meta(name, value) VALUES('schema', ?)";

// The files of the schema end every statement with a semicolon at the end of a line, and no other line so.
void run_script(Connection& connection, std::string_view script) {
  while (!script.empty()) {
    const std::size_t end = std::min(script.find(";\n"), script.size());
    const std::string_view statement = script.substr(0, end);
    script.remove_prefix(std::min(end + 2, script.size()));
    if (statement.find_first_not_of(" \n") != std::string_view::npos) connection.command(statement);
  }
}

void run_migration(Connection& connection, const Migration& migration) {
  const std::string number = std::to_string(migration.number);
  if (connection.dialect().schema_in_transaction) connection.begin();
  run_script(connection, migration.sql);
  if (connection.run(kUpdate, number) == 0) connection.run(kInsert, number);
  if (connection.dialect().schema_in_transaction) connection.commit();
}

}  // namespace

int stored_schema(Connection& connection, const std::string& prefix) {
  if (!connection.query(connection.dialect().has_table, prefix + "allot_meta")->next()) return 0;
  const auto row = connection.query(kStored);
  return row->next() ? static_cast<int>(row->integer(0)) : 0;
}

int newest_schema(const Dialect& dialect) {
  int newest = 0;
  for (const Migration& migration : migrations()) {
    if (migration.dialect == dialect.folder) newest = std::max(newest, migration.number);
  }
  return newest;
}

void migrate_schema(Connection& connection, const std::string& prefix) {
  const SessionLock lock(connection, "migrate:" + prefix);
  const int stored = stored_schema(connection, prefix);
  for (const Migration& migration : migrations()) {
    if (migration.dialect == connection.dialect().folder && migration.number > stored) {
      run_migration(connection, migration);
    }
  }
}

void check_schema(Connection& connection, const std::string& prefix, const std::string& place) {
  const int stored = stored_schema(connection, prefix);
  const int newest = newest_schema(connection.dialect());
  const std::string has = "the ledger " + place + " has schema " + std::to_string(stored);
  if (stored > newest) {
    throw LedgerError(has + ", this version knows up to " + std::to_string(newest) +
                      "; use a newer version of the program");
  }
  if (stored < newest) {
    throw LedgerError(has + " and needs " + std::to_string(newest) + "; allow it with --migrate auto");
  }
}

}  // namespace allot::database
