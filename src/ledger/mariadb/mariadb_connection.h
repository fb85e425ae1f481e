// A connection to MariaDB or MySQL through the MariaDB client library.
#pragma once

#include <mysql.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "ledger/database/connection.h"
#include "ledger/mariadb/mariadb_statement.h"

namespace allot::mariadb {

extern const database::Dialect kDialect;

struct CloseHandle {
  void operator()(MYSQL* handle) const noexcept { mysql_close(handle); }
};
using Handle = std::unique_ptr<MYSQL, CloseHandle>;

class MariadbConnection final : public database::Connection {
 public:
  /// `handle` is connected.
  MariadbConnection(Handle handle, std::string prefix);

  std::int64_t write(const database::BulkSql& sql, const database::Batch& batch) override;
  void read(const database::BulkSql& sql, const database::Batch& batch, const Each& each) override;
  void command(std::string_view sql) override;
  bool alive() const override { return handle_ != nullptr; }
  void commit() override;

 protected:
  std::unique_ptr<database::Rows> execute(std::string_view sql, std::span<const database::Value> values) override;

 private:
  MariadbStatement& prepare(const std::string& text);
  MariadbStatement& prepare(const database::BulkSql& sql, std::size_t rows);
  // Runs the batch by statements of fixed numbers of rows, the largest first.
  void run_bulk(const database::BulkSql& sql, const database::Batch& batch, const Each& each, std::int64_t& affected);
  // Runs `body`; a lost connection is closed. The statements belong to it and go first.
  template <class Body>
  auto guard(Body body);
  void close() noexcept;

  Handle handle_;
  boost::unordered_flat_map<std::string, std::unique_ptr<MariadbStatement>> statements_;
  std::map<std::pair<const database::BulkSql*, std::size_t>, MariadbStatement*> bulk_;
};

}  // namespace allot::mariadb
