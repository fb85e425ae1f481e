// RAII over the SQLite C API: a connection, its statements, their rows. Failures are thrown as SqliteError.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace allot::sqlite {

class SqliteError : public std::runtime_error {
 public:
  SqliteError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  /// Extended result code, e.g. SQLITE_IOERR_FSYNC.
  int code() const noexcept { return code_; }
  int primary() const noexcept { return code_ & 0xFF; }

 private:
  int code_;
};

/// Not thread-safe: one thread at a time.
class Connection {
 public:
  /// The only writer; makes the file if it is missing.
  static Connection writer(const std::string& path);
  /// Cannot write. The file must exist.
  static Connection reader(const std::string& path);

  /// Of the writer: sets what makes commits durable and fast. Changes a file that is not in this mode yet.
  void configure();

  /// Of a writer with others beside it: how long it waits for them before it fails with SQLITE_BUSY.
  void wait_for_others() noexcept;
  /// Rows inserted, changed or deleted since the connection was opened.
  std::int64_t changes() const noexcept { return sqlite3_total_changes64(get()); }

  sqlite3* get() const noexcept { return handle_.get(); }
  void execute(const char* sql);
  bool in_transaction() const noexcept { return sqlite3_get_autocommit(get()) == 0; }
  /// Never fails from the caller's view: SQLite may have rolled back by itself.
  void roll_back() noexcept;
  [[noreturn]] void fail(int code) const;

 private:
  struct Close {
    void operator()(sqlite3* handle) const noexcept { sqlite3_close_v2(handle); }
  };
  Connection(const std::string& path, int flags);

  std::unique_ptr<sqlite3, Close> handle_;
};

class Rows;

/// Prepared once, used many times. Arguments are bound in order: integers, text, optionals of both.
class Statement {
 public:
  Statement(Connection& connection, std::string_view sql);

  /// Runs to the end; the number of rows changed.
  template <class... Args>
  std::int64_t run(const Args&... args) {
    bind_all(args...);
    return finish();
  }
  /// Rows of the result. Text arguments must live as long as the Rows.
  template <class... Args>
  Rows query(const Args&... args);

 private:
  friend class Rows;
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const noexcept { sqlite3_finalize(statement); }
  };

  template <class... Args>
  void bind_all(const Args&... args) {
    sqlite3_reset(statement_.get());
    int index = 0;
    (bind(++index, args), ...);
  }
  template <std::integral T>
  void bind(int index, T value) {
    check(sqlite3_bind_int64(statement_.get(), index, static_cast<sqlite3_int64>(value)));
  }
  void bind(int index, std::string_view text) {
    check(sqlite3_bind_text64(statement_.get(), index, text.data() == nullptr ? "" : text.data(), text.size(),
                              SQLITE_STATIC, SQLITE_UTF8));
  }
  template <class T>
  void bind(int index, const std::optional<T>& value) {
    if (value) return bind(index, *value);
    check(sqlite3_bind_null(statement_.get(), index));
  }
  void check(int code) const;
  std::int64_t finish();

  sqlite3* database_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
};

/// Resets its statement when it goes, so that no read outlives its scope.
class Rows {
 public:
  explicit Rows(Statement& statement) : statement_(&statement) {}
  Rows(Rows&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
  Rows& operator=(Rows&&) = delete;
  ~Rows() {
    if (statement_ != nullptr) sqlite3_reset(raw());
  }

  bool next();
  std::int64_t integer(int column) const noexcept { return sqlite3_column_int64(raw(), column); }
  /// Borrowed until next(). NULL is empty.
  std::string_view text(int column) const noexcept;
  bool is_null(int column) const noexcept { return sqlite3_column_type(raw(), column) == SQLITE_NULL; }
  std::optional<std::int64_t> maybe_integer(int column) const noexcept {
    return is_null(column) ? std::nullopt : std::optional(integer(column));
  }

 private:
  sqlite3_stmt* raw() const noexcept { return statement_->statement_.get(); }

  Statement* statement_;
};

template <class... Args>
Rows Statement::query(const Args&... args) {
  bind_all(args...);
  return Rows(*this);
}

inline std::optional<std::string_view> null_if_empty(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(text);
}
inline std::optional<std::int64_t> null_if_zero(std::int64_t value) {
  return value == 0 ? std::nullopt : std::optional(value);
}

}  // namespace allot::sqlite
