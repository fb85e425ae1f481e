#include "ledger/sqlite/schema.h"

#include "ledger/ledger.h"
#include "ledger/migrations.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kDialect = "sqlite";

std::string meta(Connection& connection, std::string_view key) {
  Statement select(connection, "SELECT value FROM allot_meta WHERE key = ?");
  Rows row = select.query(key);
  return row.next() ? std::string(row.text(0)) : std::string();
}

bool has_meta(Connection& connection) {
  Statement select(connection, "SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'allot_meta'");
  return select.query().next();
}

}  // namespace

int stored_schema(Connection& connection) {
  if (!has_meta(connection)) return 0;
  const std::string text = meta(connection, "schema");
  return text.empty() ? 0 : std::stoi(text);
}

int newest_schema() {
  int newest = 0;
  for (const Migration& migration : migrations()) {
    if (migration.dialect == kDialect) newest = migration.number;
  }
  return newest;
}

void migrate_schema(Connection& writer) {
  writer.execute("BEGIN IMMEDIATE");
  const int stored = stored_schema(writer);
  for (const Migration& migration : migrations()) {
    if (migration.dialect != kDialect || migration.number <= stored) continue;
    writer.execute(std::string(migration.sql).c_str());
    Statement note(writer, "INSERT OR REPLACE INTO allot_meta(key, value) VALUES('schema', ?)");
    note.run(std::to_string(migration.number));
  }
  writer.execute("COMMIT");
}

void check_schema(Connection& connection, const std::string& path) {
  const int stored = stored_schema(connection);
  if (stored > newest_schema()) {
    throw LedgerError("the ledger " + path + " has schema " + std::to_string(stored) + ", this version knows up to " +
                      std::to_string(newest_schema()) + "; use a newer version of the program");
  }
  if (stored < newest_schema()) {
    throw LedgerError("the ledger " + path + " has schema " + std::to_string(stored) + " and needs " +
                      std::to_string(newest_schema()) + "; allow it with --migrate auto");
  }
  const std::string engine = meta(connection, "engine");
  if (engine != "memory") {
    throw LedgerError("the ledger " + path + " belongs to the engine '" + engine +
                      "', not to 'memory'; start with that engine, or use another ledger");
  }
}

}  // namespace allot::sqlite
