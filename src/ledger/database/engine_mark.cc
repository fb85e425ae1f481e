#include "ledger/database/engine_mark.h"

namespace allot::database {
namespace {

constexpr std::string_view kRead = "SELECT value FROM allot_meta WHERE name = 'engine'";
constexpr std::string_view kLock = "SELECT value FROM allot_meta WHERE name = 'engine' FOR UPDATE";
constexpr std::string_view kWrite = "UPDATE allot_meta SET value = ? WHERE name = 'engine'";
constexpr std::string_view kLive = "SELECT sale FROM allot_sale WHERE live IS NOT NULL LIMIT 1";

std::string engine_in(Rows& rows) {
  if (!rows.next()) throw LedgerError("the ledger's table allot_meta names no engine: restore a backup");
  return std::string(rows.text(0));
}

}  // namespace

std::string read_engine(Connection& connection) { return engine_in(*connection.query(kRead)); }

std::string lock_engine(Connection& connection) { return engine_in(*connection.query(kLock)); }

void claim_engine(Connection& connection, EngineKind engine, const std::string& place) {
  const std::string marked = lock_engine(connection);
  if (marked == engine_name(engine)) return;
  if (const auto live = connection.query(kLive); live->next()) {
    throw LedgerError("the ledger " + place + " belongs to the engine '" + marked + "', not to '" +
                      std::string(engine_name(engine)) + "', and has live sales such as '" +
                      std::string(live->text(0)) + "'; start with that engine, or use another ledger");
  }
  connection.run(kWrite, engine_name(engine));
}

}  // namespace allot::database
