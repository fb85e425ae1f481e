#include "ledger/sqlite/connection.h"

#include <chrono>
#include <mutex>
#include <thread>

namespace allot::sqlite {
namespace {

// Before the first connection of the process: counting every allocation costs a lock each, and a path
// is a path, never a URI with options of its own.
void configure_once() {
  static std::once_flag once;
  std::call_once(once, [] {
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    sqlite3_config(SQLITE_CONFIG_URI, 0);
  });
}

// Pages of 8 KiB suit rows that are appended; the log is brought home every 8 MiB, and cut when a long
// read has let it grow.
constexpr const char* kWriterSettings =
    "PRAGMA page_size = 8192;"
    "PRAGMA journal_mode = WAL;"
    "PRAGMA synchronous = FULL;"
    "PRAGMA cache_size = -65536;"
    "PRAGMA wal_autocheckpoint = 1000;"
    "PRAGMA journal_size_limit = 67108864;";

constexpr int kBusyMillis = 1000;

// SQLite's own waiting sleeps up to 100 ms between two looks. Beside a process that commits all the time that is too
// seldom to meet the short gap between two of its transactions.
constexpr int kLooksMax = 5000;
constexpr std::chrono::milliseconds kLookEvery{1};

int look_again(void*, int looks) {
  if (looks >= kLooksMax) return 0;
  std::this_thread::sleep_for(kLookEvery);
  return 1;
}

}  // namespace

Connection::Connection(const std::string& path, int flags) {
  configure_once();
  sqlite3* handle = nullptr;
  const int code = sqlite3_open_v2(path.c_str(), &handle, flags | SQLITE_OPEN_NOMUTEX, nullptr);
  handle_.reset(handle);
  if (handle == nullptr) throw SqliteError(SQLITE_NOMEM, "out of memory");
  sqlite3_extended_result_codes(handle, 1);
  if (code != SQLITE_OK) fail(code);
  sqlite3_busy_timeout(handle, kBusyMillis);
}

Connection Connection::writer(const std::string& path) { return {path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE}; }

void Connection::configure() {
  execute(kWriterSettings);
  Statement mode(*this, "PRAGMA journal_mode");
  Rows row = mode.query();
  if (!row.next() || row.text(0) != "wal") {
    throw SqliteError(SQLITE_CANTOPEN, "its file system cannot keep a write-ahead log (shared memory is missing)");
  }
}

void Connection::wait_for_others() noexcept { sqlite3_busy_handler(get(), look_again, nullptr); }

Connection Connection::reader(const std::string& path) {
  // A log that nobody has open can only be read after recovery, which writes: hence READWRITE and query_only.
  Connection connection(path, SQLITE_OPEN_READWRITE);
  connection.execute("PRAGMA query_only = 1; PRAGMA cache_size = -8192;");
  return connection;
}

void Connection::execute(const char* sql) {
  const int code = sqlite3_exec(get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

void Connection::roll_back() noexcept {
  if (in_transaction()) sqlite3_exec(get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void Connection::fail(int code) const {
  const int extended = sqlite3_extended_errcode(get());
  throw SqliteError((extended & 0xFF) == (code & 0xFF) ? extended : code, sqlite3_errmsg(get()));
}

Statement::Statement(Connection& connection, std::string_view sql) : database_(connection.get()) {
  sqlite3_stmt* statement = nullptr;
  const int code = sqlite3_prepare_v3(database_, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                      &statement, nullptr);
  statement_.reset(statement);
  if (code != SQLITE_OK) connection.fail(code);
}

void Statement::check(int code) const {
  if (code != SQLITE_OK) throw SqliteError(code, sqlite3_errmsg(database_));
}

std::int64_t Statement::finish() {
  int code = SQLITE_ROW;
  while (code == SQLITE_ROW) code = sqlite3_step(statement_.get());
  if (code != SQLITE_DONE) {
    const SqliteError error(sqlite3_extended_errcode(database_), sqlite3_errmsg(database_));
    sqlite3_reset(statement_.get());
    throw error;
  }
  sqlite3_reset(statement_.get());
  return sqlite3_changes64(database_);
}

bool Rows::next() {
  const int code = sqlite3_step(raw());
  if (code == SQLITE_ROW) return true;
  if (code == SQLITE_DONE) return false;
  sqlite3* database = statement_->database_;
  throw SqliteError(sqlite3_extended_errcode(database), sqlite3_errmsg(database));
}

std::string_view Rows::text(int column) const noexcept {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(raw(), column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(raw(), column))};
}

}  // namespace allot::sqlite
