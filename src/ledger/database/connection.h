// A connection to a database server, as the ledger uses it. Failures are thrown as DatabaseError.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include "ledger/database/bulk_sql.h"
#include "ledger/database/dialect.h"
#include "ledger/database/value.h"

namespace allot::database {

enum class Failure : std::uint8_t {
  kLost,        // the connection is gone: whatever was open has ended, perhaps with its last statement done
  kRetry,       // deadlock, serialization, lock wait: the same transaction may well succeed now
  kDuplicate,   // a unique key is there already
  kConstraint,  // another rule of the schema
  kOther,
};

class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(Failure failure, std::string code, const std::string& message)
      : std::runtime_error(message), failure_(failure), code_(std::move(code)) {}
  Failure failure() const noexcept { return failure_; }
  /// The server's own: SQLSTATE, or a number. Empty where the client gave up.
  const std::string& code() const noexcept { return code_; }

 private:
  Failure failure_;
  std::string code_;
};

/// What a statement gave back, all of it. Stands before its first row.
class Rows {
 public:
  virtual ~Rows() = default;
  virtual bool next() = 0;
  virtual bool is_null(int column) const = 0;
  /// Borrowed until next(). NULL is empty.
  virtual std::string_view text(int column) const = 0;
  /// NULL is 0.
  virtual std::int64_t integer(int column) const = 0;
  /// Rows that were written, or matched by an update.
  virtual std::int64_t affected() const = 0;

  std::optional<std::int64_t> maybe_integer(int column) const {
    return is_null(column) ? std::nullopt : std::optional(integer(column));
  }
};

/// Statements are written with `?` for values, `allot_…` for tables (the prefix is put in front), `{now}` for the
/// server's clock and `{by INDEX}` behind a table that must be read by this index: MariaDB chooses by statistics that
/// are empty for as long as a table is young, and may then read a whole sale for every claim that is looked up.
/// They are prepared at their first use and kept. Not thread-safe.
class Connection {
 public:
  using Each = std::function<void(const Rows&)>;

  virtual ~Connection() = default;
  Connection(const Connection&) = delete;
  Connection& operator=(const Connection&) = delete;

  template <class... Args>
  std::unique_ptr<Rows> query(std::string_view sql, const Args&... args) {
    const std::array<Value, sizeof...(Args)> values{Value(args)...};
    return execute(sql, values);
  }
  template <class... Args>
  std::int64_t run(std::string_view sql, const Args&... args) {
    return query(sql, args...)->affected();
  }
  /// An insert or update; rows that were written or matched.
  virtual std::int64_t write(const BulkSql& sql, const Batch& batch) = 0;
  /// Calls `each` for every row of the result.
  virtual void read(const BulkSql& sql, const Batch& batch, const Each& each) = 0;
  /// One statement without values, not prepared.
  virtual void command(std::string_view sql) = 0;
  /// False after DatabaseError kLost.
  virtual bool alive() const = 0;

  void begin() { command(dialect_.begin); }
  void begin_snapshot() { command(dialect_.begin_snapshot); }
  virtual void commit() = 0;
  /// Never fails from the caller's view: a lost connection has rolled back by itself.
  void roll_back() noexcept;

  const Dialect& dialect() const noexcept { return dialect_; }

 protected:
  Connection(const Dialect& dialect, std::string prefix) : dialect_(dialect), prefix_(std::move(prefix)) {}
  virtual std::unique_ptr<Rows> execute(std::string_view sql, std::span<const Value> values) = 0;
  /// With prefix, clock and indexes put in.
  std::string spell(std::string_view sql) const;

 private:
  const Dialect& dialect_;
  std::string prefix_;
};

/// Where the ledger lies: makes connections to it.
class Database {
 public:
  enum class Use : std::uint8_t { kWrite, kRead };

  virtual ~Database() = default;
  /// Throws DatabaseError.
  virtual std::unique_ptr<Connection> connect(Use use) const = 0;
  /// For messages and names of locks: never with a password.
  virtual std::string place() const = 0;
  /// A sentence that says what to do.
  virtual std::string explain(const DatabaseError& error) const = 0;
};

}  // namespace allot::database
