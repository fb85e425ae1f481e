// From a URL to a ledger.
#include <string>

#include "ledger/ledger.h"
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

}  // namespace

std::unique_ptr<Ledger> open_ledger(std::string_view url, const LedgerOptions& options) {
  if (url.starts_with(kSqlite)) return std::make_unique<sqlite::SqliteLedger>(sqlite_path(url), options);
  for (const std::string_view scheme : {"postgresql://", "postgres://", "mysql://", "mariadb://"}) {
    // Such URLs carry passwords, so only the scheme is repeated.
    if (url.starts_with(scheme)) refuse(scheme, "names a kind that is not offered by this version; use sqlite:PATH");
  }
  const std::size_t colon = url.find(':');
  if (colon == std::string_view::npos) refuse(url, "has no scheme; " + std::string(kExample));
  refuse(url.substr(0, colon + 1), "names an unknown kind; " + std::string(kExample));
}

}  // namespace allot
