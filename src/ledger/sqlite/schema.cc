#include "ledger/sqlite/schema.h"

#include "ledger/migrations.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kDialect = "sqlite";

// What processes look claims up by that do not have them in memory. They cost most of the write rate, so an owned
// ledger has none of them.
constexpr const char* kMakeLookups =
    "CREATE UNIQUE INDEX IF NOT EXISTS allot_claim_id ON allot_claim(uid, id);"
    "CREATE INDEX IF NOT EXISTS allot_claim_buyer ON allot_claim(uid, buyer);"
    "CREATE INDEX IF NOT EXISTS allot_claim_held ON allot_claim(uid, expires_at) "
    "WHERE state = 'held' AND expires_at IS NOT NULL;";
constexpr const char* kDropLookups =
    "DROP INDEX IF EXISTS allot_claim_id;"
    "DROP INDEX IF EXISTS allot_claim_buyer;"
    "DROP INDEX IF EXISTS allot_claim_held;";

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
}

void adopt_engine(Connection& writer, EngineKind engine, const std::string& path) {
  const std::string_view name = engine_name(engine);
  const std::string present = meta(writer, "engine");
  if (present != name) {
    Statement live(writer, "SELECT count(*) FROM allot_sale WHERE status <> 'deleted'");
    Rows row = live.query();
    row.next();
    if (row.integer(0) > 0) {
      throw LedgerError("the ledger " + path + " belongs to the engine '" + present + "', not to '" +
                        std::string(name) + "', and has " + std::to_string(row.integer(0)) +
                        " live sales; start with that engine, or use another ledger");
    }
  }
  Statement note(writer, "UPDATE allot_meta SET value = ? WHERE key = 'engine'");
  if (present != name) note.run(name);
  writer.execute(engine == EngineKind::kMemory ? kDropLookups : kMakeLookups);
}

}  // namespace allot::sqlite
