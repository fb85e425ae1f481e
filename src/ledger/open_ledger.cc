// From a URL to a ledger.
#include <algorithm>
#include <initializer_list>
#include <string>

#include "ledger/database/database_ledger.h"
#include "ledger/ledger.h"
#include "ledger/mariadb/mariadb_database.h"
#include "ledger/postgres/postgres_database.h"
#include "ledger/sqlite/sqlite_ledger.h"

namespace allot {
namespace {

constexpr std::string_view kSqlite = "sqlite:";
constexpr std::string_view kExample = "write it as sqlite:PATH, for example sqlite:allot-data/ledger.db";

[[noreturn]] void refuse(std::string_view url, std::string_view why) {
  throw LedgerError("the ledger URL '" + std::string(url) + "' " + std::string(why));
}

// sqlite:relative, sqlite:/absolute and sqlite:///absolute; sqlite://host/… would be a network ledger.
std::string sqlite_path(std::string_view url) {
  std::string_view path = url.substr(kSqlite.size());
  if (path.starts_with("///")) path.remove_prefix(2);
  if (path.starts_with("//")) refuse(url, "names a host, and SQLite ledgers are local files; " + std::string(kExample));
  if (path.empty() || path.ends_with('/')) refuse(url, "names no file; " + std::string(kExample));
  if (path.starts_with(':')) refuse(url, "is not a file, and a ledger must last; " + std::string(kExample));
  if (path.find('\0') != std::string_view::npos) refuse(url, "has a zero byte in it; " + std::string(kExample));
  return std::string(path);
}

bool has_scheme(std::string_view url, std::initializer_list<std::string_view> schemes) {
  return std::ranges::any_of(schemes, [&](std::string_view scheme) { return url.starts_with(scheme); });
}

}  // namespace

std::unique_ptr<Ledger> open_ledger(std::string_view url, const LedgerOptions& options) {
  if (url.starts_with(kSqlite)) return std::make_unique<sqlite::SqliteLedger>(sqlite_path(url), options);
  if (has_scheme(url, {"postgresql://", "postgres://"})) {
    return std::make_unique<database::DatabaseLedger>(
        std::make_shared<postgres::PostgresDatabase>(std::string(url), options.prefix), options);
  }
  if (has_scheme(url, {"mysql://", "mariadb://"})) {
    return std::make_unique<database::DatabaseLedger>(
        std::make_shared<mariadb::MariadbDatabase>(mariadb::parse_mysql_url(url), options.prefix), options);
  }
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos) refuse(url, "has no scheme; " + std::string(kExample));
  // Such URLs may carry passwords, so only the scheme is repeated.
  refuse(url.substr(0, colon + 1), "names an unknown kind; use sqlite:PATH, postgresql://… or mysql://…");
}

}  // namespace allot
