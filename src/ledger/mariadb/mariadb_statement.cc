#include "ledger/mariadb/mariadb_statement.h"

#include "ledger/mariadb/mariadb_rows.h"

namespace allot::mariadb {

using database::DatabaseError;
using database::Failure;
using database::Rows;
using database::Value;

namespace {

// Numbers of the servers (1000 …, 3000 …, 4000 …) and of the client library (2000 …).
Failure failure_of(unsigned number) {
  switch (number) {
    case 1053:  // the server is shutting down
    case 1152:
    case 1158:
    case 1159:
    case 1160:
    case 1161:  // reading from or writing to the connection
    case 1317:  // killed, by a shutdown too
    case 1927:
    case 4031:  // the server has ended the connection
    case 2002:
    case 2003:
    case 2006:
    case 2013:
    case 2014:
    case 2026:
    case 2055: return Failure::kLost;
    case 1020:  // has changed since it was read
    case 1205:  // waited too long for a lock
    case 1213: return Failure::kRetry;
    case 1062: return Failure::kDuplicate;
    case 1048:
    case 1264:
    case 1366:
    case 1406:
    case 3819:
    case 4025: return Failure::kConstraint;
    default: return Failure::kOther;
  }
}

}  // namespace

void fail(unsigned number, const char* message) {
  throw DatabaseError(failure_of(number), std::to_string(number), message);
}

MariadbStatement::MariadbStatement(MYSQL* connection, const std::string& text) {
  statement_.reset(mysql_stmt_init(connection));
  if (statement_ == nullptr) fail(mysql_errno(connection), mysql_error(connection));
  if (mysql_stmt_prepare(statement_.get(), text.data(), text.size()) != 0) fail_here();
  const my_bool measure = 1;  // lengths of results, so that buffers can be made for them
  mysql_stmt_attr_set(statement_.get(), STMT_ATTR_UPDATE_MAX_LENGTH, &measure);
}

void MariadbStatement::fail_here() { fail(mysql_stmt_errno(statement_.get()), mysql_stmt_error(statement_.get())); }

void MariadbStatement::bind(std::span<const Value> values) {
  binds_.assign(values.size(), MYSQL_BIND{});
  integers_.resize(values.size());
  lengths_.resize(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    MYSQL_BIND& bind = binds_[i];
    switch (values[i].kind()) {
      case Value::Kind::kNull: bind.buffer_type = MYSQL_TYPE_NULL; break;
      case Value::Kind::kInteger:
        integers_[i] = values[i].integer();
        bind.buffer_type = MYSQL_TYPE_LONGLONG;
        bind.buffer = &integers_[i];
        break;
      case Value::Kind::kText:
        lengths_[i] = values[i].text().size();
        bind.buffer_type = MYSQL_TYPE_BLOB;  // bytes: nothing is converted
        bind.buffer = const_cast<char*>(lengths_[i] == 0 ? "" : values[i].text().data());
        bind.buffer_length = lengths_[i];
        bind.length = &lengths_[i];
        break;
    }
  }
  if (!binds_.empty() && mysql_stmt_bind_param(statement_.get(), binds_.data()) != 0) fail_here();
}

std::unique_ptr<Rows> MariadbStatement::execute(std::span<const Value> values) {
  bind(values);
  if (mysql_stmt_execute(statement_.get()) != 0) fail_here();
  auto rows = std::make_unique<MariadbRows>(static_cast<std::int64_t>(mysql_stmt_affected_rows(statement_.get())));
  if (mysql_stmt_field_count(statement_.get()) > 0) rows->fetch(statement_.get());
  return rows;
}

}  // namespace allot::mariadb
