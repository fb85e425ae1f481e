#include "ledger/postgres/postgres_connection.h"

#include <vector>

#include "ledger/postgres/array_bytes.h"
#include "ledger/postgres/bulk_text.h"
#include "ledger/postgres/postgres_rows.h"

namespace allot::postgres {

using database::Batch;
using database::BulkSql;
using database::DatabaseError;
using database::Failure;
using database::Rows;
using database::Value;

const database::Dialect kDialect{
    .folder = "postgresql",
    .now = "(floor(extract(epoch from clock_timestamp()) * 1000)::bigint)",
    .has_table = "SELECT 1 FROM information_schema.tables WHERE table_schema = current_schema() AND table_name = ?",
    .try_lock = "SELECT pg_try_advisory_lock(hashtextextended('allot:' || ?::text, 0))::int",
    .wait_lock = "SELECT 1 FROM (SELECT pg_advisory_lock(hashtextextended('allot:' || ?::text, 0))) AS l",
    .unlock = "SELECT pg_advisory_unlock(hashtextextended('allot:' || ?::text, 0))::int",
    .insert_commit = "INSERT INTO allot_commit(id, at) VALUES(decode(?, 'hex'), {now}) ON CONFLICT DO NOTHING",
    .forget_commits =
        "DELETE FROM allot_commit WHERE id IN (SELECT id FROM allot_commit WHERE at < {now} - ? ORDER BY at LIMIT "
        "4096)",
    .begin = "BEGIN",
    .begin_snapshot = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    .index_hints = false,
    .schema_in_transaction = true,
};

// Parameters as libpq takes them. Single values go as text, arrays in binary.
struct PostgresConnection::Parameters {
  std::vector<std::string> owned;
  std::vector<const char*> values;
  std::vector<int> lengths;
  std::vector<int> formats;

  void add(std::string bytes, int format) {
    owned.push_back(std::move(bytes));
    formats.push_back(format);
  }
  void add_null() {
    nulls.push_back(owned.size());
    add({}, 0);
  }
  void point() {
    for (const std::string& each : owned) {
      values.push_back(each.c_str());
      lengths.push_back(static_cast<int>(each.size()));
    }
    for (const std::size_t at : nulls) values[at] = nullptr;
  }

 private:
  std::vector<std::size_t> nulls;
};

namespace {

// Class 08 is the connection's, 57P01 to 57P05 a server that ends or does not begin yet; 25P03 and 25P04 end sessions.
Failure failure_of(std::string_view state) {
  if (state.empty() || state.starts_with("08") || state.starts_with("57P") || state == "25P03" || state == "25P04") {
    return Failure::kLost;
  }
  if (state == "40001" || state == "40P01" || state == "55P03") return Failure::kRetry;
  if (state == "23505") return Failure::kDuplicate;
  if (state.starts_with("23") || state.starts_with("22")) return Failure::kConstraint;
  return Failure::kOther;
}

std::string trimmed(std::string text) {
  while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
  return text;
}

std::string numbered(std::string_view sql) {
  std::string text;
  int number = 0;
  for (const char byte : sql) {
    if (byte == '?') {
      text += "$" + std::to_string(++number);
    } else {
      text += byte;
    }
  }
  return text;
}

// A plan that is kept may be one for the empty table, and several indexes begin with the sale: while there is nothing
// to tell them apart, the wrong one is as good. Statements that need a certain index are planned for the table as it
// is.
bool needs_fresh_plan(std::string_view sql) { return sql.find("{by allot_claim_") != std::string_view::npos; }

PGresult* run_once(PGconn* handle, const std::string& text, auto& parameters) {
  parameters.point();
  return PQexecParams(handle, text.c_str(), static_cast<int>(parameters.values.size()), nullptr,
                      parameters.values.data(), parameters.lengths.data(), parameters.formats.data(), 0);
}

PGresult* run_prepared(PGconn* handle, const std::string& name, auto& parameters) {
  parameters.point();
  return PQexecPrepared(handle, name.c_str(), static_cast<int>(parameters.values.size()), parameters.values.data(),
                        parameters.lengths.data(), parameters.formats.data(), 0);
}

}  // namespace

PostgresConnection::PostgresConnection(PGconn* handle, std::string prefix)
    : Connection(kDialect, std::move(prefix)), handle_(handle) {
  // What the server only remarks is nobody's business; libpq would write it to stderr.
  PQsetNoticeProcessor(
      handle, [](void*, const char*) {}, nullptr);
}

bool PostgresConnection::alive() const { return PQstatus(handle_.get()) == CONNECTION_OK; }

std::unique_ptr<Rows> PostgresConnection::check(PGresult* result) {
  auto rows = std::make_unique<PostgresRows>(result);
  const ExecStatusType status = PQresultStatus(result);
  if (result != nullptr && (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK)) return rows;
  const char* state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const std::string code = state == nullptr ? "" : state;
  const Failure failure = alive() ? failure_of(code) : Failure::kLost;
  std::string message = trimmed(PQerrorMessage(handle_.get()));
  if (failure == Failure::kLost) handle_.reset();
  throw DatabaseError(failure, code, message);
}

void PostgresConnection::command(std::string_view sql) { check(PQexec(handle_.get(), spell(sql).c_str())); }

// A COMMIT of a transaction that has failed is answered as a rollback.
void PostgresConnection::commit() {
  PGresult* result = PQexec(handle_.get(), "COMMIT");
  const std::string tag = result == nullptr ? "" : PQcmdStatus(result);
  check(result);
  if (tag != "COMMIT") throw DatabaseError(Failure::kOther, {}, "the server has rolled the transaction back");
}

const std::string& PostgresConnection::prepare(std::string_view sql) {
  const auto found = prepared_.find(std::string(sql));
  if (found != prepared_.end()) return found->second;
  const std::string name = "s" + std::to_string(prepared_.size());
  check(PQprepare(handle_.get(), name.c_str(), numbered(spell(sql)).c_str(), 0, nullptr));
  return prepared_.emplace(std::string(sql), name).first->second;
}

std::unique_ptr<Rows> PostgresConnection::execute(std::string_view sql, std::span<const Value> values) {
  Parameters parameters;
  for (const Value& value : values) {
    switch (value.kind()) {
      case Value::Kind::kNull: parameters.add_null(); break;
      case Value::Kind::kInteger: parameters.add(std::to_string(value.integer()), 0); break;
      case Value::Kind::kText: parameters.add(std::string(value.text()), 0); break;
    }
  }
  return run_with(sql, parameters);
}

std::unique_ptr<Rows> PostgresConnection::run_with(std::string_view sql, Parameters& parameters) {
  if (needs_fresh_plan(sql)) return check(run_once(handle_.get(), numbered(spell(sql)), parameters));
  const std::string& name = prepare(sql);
  return check(run_prepared(handle_.get(), name, parameters));
}

std::unique_ptr<Rows> PostgresConnection::run_bulk(const BulkSql& sql, const Batch& batch) {
  auto text = bulk_texts_.find(&sql);
  if (text == bulk_texts_.end()) text = bulk_texts_.emplace(&sql, bulk_text(sql)).first;
  Parameters parameters;
  for (std::size_t i = 0; i < sql.columns.size(); ++i) {
    parameters.add(array_bytes(batch, i, sql.columns[i].type), 1);
  }
  return run_with(text->second, parameters);
}

std::int64_t PostgresConnection::write(const BulkSql& sql, const Batch& batch) {
  return batch.empty() ? 0 : run_bulk(sql, batch)->affected();
}

void PostgresConnection::read(const BulkSql& sql, const Batch& batch, const Each& each) {
  if (batch.empty()) return;
  for (const auto rows = run_bulk(sql, batch); rows->next();) each(*rows);
}

}  // namespace allot::postgres
