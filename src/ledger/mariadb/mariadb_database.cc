#include "ledger/mariadb/mariadb_database.h"

#include <mutex>

#include "ledger/mariadb/mariadb_connection.h"

namespace allot::mariadb {

using database::Connection;
using database::DatabaseError;
using database::Failure;

namespace {

// Nothing hangs for ever: a server that is gone without a word is noticed, and so is a lock that nobody gives back.
// An owner that has nothing to do for a day must not lose its connection, which is its lock.
constexpr const char* kSettings[] = {
    "SET SESSION sql_mode = 'STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION'",
    "SET SESSION time_zone = '+00:00'",
    "SET SESSION autocommit = 1",
    "SET SESSION lock_wait_timeout = 30",
    "SET SESSION wait_timeout = 604800",
};
constexpr const char* kWriterSettings[] = {
    "SET SESSION innodb_lock_wait_timeout = 10",
    "SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED",
};
constexpr const char* kReaderSettings[] = {
    "SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ",
};
// MySQL does not have this one.
constexpr const char* kEndIdleTransactions = "SET SESSION idle_transaction_timeout = 60";

constexpr unsigned kConnectSeconds = 5;
constexpr unsigned kWriterSeconds = 60;
constexpr unsigned kReaderSeconds = 600;

Handle make_handle(const MysqlUrl& url, database::Database::Use use) {
  static std::once_flag once;
  std::call_once(once, [] { mysql_library_init(0, nullptr, nullptr); });
  Handle handle(mysql_init(nullptr));
  if (handle == nullptr) throw std::bad_alloc();
  const unsigned seconds = use == database::Database::Use::kWrite ? kWriterSeconds : kReaderSeconds;
  mysql_options(handle.get(), MYSQL_SET_CHARSET_NAME, "utf8mb4");
  mysql_options(handle.get(), MYSQL_OPT_CONNECT_TIMEOUT, &kConnectSeconds);
  mysql_options(handle.get(), MYSQL_OPT_READ_TIMEOUT, &seconds);
  mysql_options(handle.get(), MYSQL_OPT_WRITE_TIMEOUT, &kWriterSeconds);
  const my_bool yes = 1;
  if (url.ssl != MysqlUrl::Ssl::kAsOffered) mysql_options(handle.get(), MYSQL_OPT_SSL_ENFORCE, &yes);
  if (url.ssl == MysqlUrl::Ssl::kVerified) mysql_options(handle.get(), MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &yes);
  return handle;
}

bool one_of(const std::string& code, std::initializer_list<std::string_view> codes) {
  for (const std::string_view each : codes) {
    if (code == each) return true;
  }
  return false;
}

}  // namespace

std::unique_ptr<Connection> MariadbDatabase::connect(Use use) const {
  Handle handle = make_handle(url_, use);
  const char* socket = url_.socket.empty() ? nullptr : url_.socket.c_str();
  const char* host = socket == nullptr ? url_.host.c_str() : "localhost";
  if (mysql_real_connect(handle.get(), host, url_.user.c_str(), url_.password.c_str(), url_.database.c_str(), url_.port,
                         socket, CLIENT_FOUND_ROWS) == nullptr) {
    throw DatabaseError(Failure::kLost, std::to_string(mysql_errno(handle.get())), mysql_error(handle.get()));
  }
  auto made = std::make_unique<MariadbConnection>(std::move(handle), prefix_);
  for (const char* setting : kSettings) made->command(setting);
  if (use == Use::kRead) {
    for (const char* setting : kReaderSettings) made->command(setting);
    return made;
  }
  for (const char* setting : kWriterSettings) made->command(setting);
  try {
    made->command(kEndIdleTransactions);
  } catch (const DatabaseError& error) {
    if (error.failure() != Failure::kOther) throw;
  }
  return made;
}

std::string MariadbDatabase::place() const {
  const std::string server = url_.socket.empty() ? url_.host + ":" + std::to_string(url_.port) : url_.socket;
  return "mysql://" + server + "/" + url_.database;
}

std::string MariadbDatabase::explain(const DatabaseError& error) const {
  const std::string ledger = "the ledger " + place() + " ";
  const std::string because = ": " + std::string(error.what());
  const std::string& code = error.code();
  if (one_of(code, {"1045", "1698", "1251", "1820", "1862", "2059"})) {
    return ledger + "does not let this user in; check user and password in the URL" + because;
  }
  if (code == "1049") return ledger + "is missing: there is no such database; create it first" + because;
  if (one_of(code, {"1044", "1142", "1143", "1227", "1370"})) {
    return ledger + "may not be used by this user; grant it the rights" + because;
  }
  if (one_of(code, {"1290", "1792", "1836"})) return ledger + "is read-only; name the primary server" + because;
  if (one_of(code, {"1021", "1114"})) return ledger + "cannot grow: the server's disk is full; make room" + because;
  if (one_of(code, {"1040", "1203"})) return ledger + "takes no more connections" + because;
  if (one_of(code, {"2002", "2003", "2005"})) {
    return ledger + "cannot be reached; check that the server runs and the URL is right" + because;
  }
  if (error.failure() == Failure::kLost) return ledger + "was lost" + because;
  if (error.failure() == Failure::kRetry) return ledger + "is too busy" + because;
  return ledger + "cannot be used" + because + (code.empty() ? "" : " (error " + code + ")");
}

}  // namespace allot::mariadb
