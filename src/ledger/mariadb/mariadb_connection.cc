#include "ledger/mariadb/mariadb_connection.h"

#include <algorithm>

#include "ledger/mariadb/bulk_text.h"

namespace allot::mariadb {

using database::Batch;
using database::BulkSql;
using database::DatabaseError;
using database::Failure;
using database::Rows;
using database::Value;

const database::Dialect kDialect{
    .folder = "mysql",
    .now = "CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)",
    .has_table = "SELECT 1 FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = ?",
    .try_lock = "SELECT GET_LOCK(SHA1(CONCAT(DATABASE(), ':', ?)), 0)",
    .wait_lock = "SELECT GET_LOCK(SHA1(CONCAT(DATABASE(), ':', ?)), 10)",
    .unlock = "SELECT RELEASE_LOCK(SHA1(CONCAT(DATABASE(), ':', ?)))",
    .insert_commit = "INSERT INTO allot_commit(id, at) VALUES(UNHEX(?), {now})",
    .forget_commits = "DELETE FROM allot_commit WHERE at < {now} - ? ORDER BY at LIMIT 4096",
    .begin = "START TRANSACTION",
    .begin_snapshot = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
    .index_hints = true,
    .schema_in_transaction = false,
};

namespace {

constexpr std::size_t kChunks[] = {256, 16, 1};
constexpr unsigned kDeadlock = 1213;

std::size_t chunk_for(std::size_t rows) {
  return *std::ranges::find_if(kChunks, [&](std::size_t chunk) { return chunk <= rows; });
}

}  // namespace

MariadbConnection::MariadbConnection(Handle handle, std::string prefix)
    : Connection(kDialect, std::move(prefix)), handle_(std::move(handle)) {}

void MariadbConnection::close() noexcept {
  bulk_.clear();
  statements_.clear();
  handle_.reset();
}

template <class Body>
auto MariadbConnection::guard(Body body) {
  if (handle_ == nullptr) throw DatabaseError(Failure::kLost, {}, "the connection is closed");
  try {
    return body();
  } catch (const DatabaseError& error) {
    if (error.failure() == Failure::kLost) close();
    throw;
  }
}

void MariadbConnection::command(std::string_view sql) {
  guard([&] {
    const std::string text = spell(sql);
    if (mysql_real_query(handle_.get(), text.data(), text.size()) != 0) {
      fail(mysql_errno(handle_.get()), mysql_error(handle_.get()));
    }
    mysql_free_result(mysql_store_result(handle_.get()));
  });
}

// A cluster may refuse a COMMIT as a deadlock; after any other failure nobody knows, until the connection has ended.
void MariadbConnection::commit() {
  guard([&] {
    if (mysql_commit(handle_.get()) == 0) return;
    const unsigned number = mysql_errno(handle_.get());
    const std::string message = mysql_error(handle_.get());
    throw DatabaseError(number == kDeadlock ? Failure::kRetry : Failure::kLost, std::to_string(number), message);
  });
}

MariadbStatement& MariadbConnection::prepare(const std::string& text) {
  const auto found = statements_.find(text);
  if (found != statements_.end()) return *found->second;
  auto statement = std::make_unique<MariadbStatement>(handle_.get(), spell(text));
  return *statements_.emplace(text, std::move(statement)).first->second;
}

MariadbStatement& MariadbConnection::prepare(const BulkSql& sql, std::size_t rows) {
  MariadbStatement*& statement = bulk_[{&sql, rows}];
  if (statement == nullptr) statement = &prepare(bulk_text(sql, rows));
  return *statement;
}

std::unique_ptr<Rows> MariadbConnection::execute(std::string_view sql, std::span<const Value> values) {
  return guard([&] { return prepare(std::string(sql)).execute(values); });
}

void MariadbConnection::run_bulk(const BulkSql& sql, const Batch& batch, const Each& each, std::int64_t& affected) {
  guard([&] {
    for (std::size_t first = 0; first < batch.rows();) {
      const std::size_t rows = chunk_for(batch.rows() - first);
      const auto result = prepare(sql, rows).execute(batch.slice(first, rows));
      affected += result->affected();
      while (each && result->next()) each(*result);
      first += rows;
    }
  });
}

std::int64_t MariadbConnection::write(const BulkSql& sql, const Batch& batch) {
  std::int64_t affected = 0;
  run_bulk(sql, batch, nullptr, affected);
  return affected;
}

void MariadbConnection::read(const BulkSql& sql, const Batch& batch, const Each& each) {
  std::int64_t affected = 0;
  run_bulk(sql, batch, each, affected);
}

}  // namespace allot::mariadb
