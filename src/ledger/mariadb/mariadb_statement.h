// A prepared statement of the MariaDB client library.
#pragma once

#include <mysql.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ledger/database/connection.h"

namespace allot::mariadb {

/// Failures are thrown as DatabaseError with the number of the server or the library.
[[noreturn]] void fail(unsigned number, const char* message);

class MariadbStatement {
 public:
  MariadbStatement(MYSQL* connection, const std::string& text);
  /// The whole result is fetched.
  std::unique_ptr<database::Rows> execute(std::span<const database::Value> values);

 private:
  struct Close {
    void operator()(MYSQL_STMT* statement) const noexcept { mysql_stmt_close(statement); }
  };
  void bind(std::span<const database::Value> values);
  [[noreturn]] void fail_here();

  std::unique_ptr<MYSQL_STMT, Close> statement_;
  std::vector<MYSQL_BIND> binds_;
  std::vector<std::int64_t> integers_;
  std::vector<unsigned long> lengths_;
};

}  // namespace allot::mariadb
