// A connection through libpq.
#pragma once

#include <libpq-fe.h>

#include <boost/unordered/unordered_flat_map.hpp>
#include <memory>
#include <string>

#include "ledger/database/connection.h"

namespace allot::postgres {

extern const database::Dialect kDialect;

class PostgresConnection final : public database::Connection {
 public:
  /// `handle` is connected.
  PostgresConnection(PGconn* handle, std::string prefix);

  std::int64_t write(const database::BulkSql& sql, const database::Batch& batch) override;
  void read(const database::BulkSql& sql, const database::Batch& batch, const Each& each) override;
  void command(std::string_view sql) override;
  bool alive() const override;
  void commit() override;

 protected:
  std::unique_ptr<database::Rows> execute(std::string_view sql, std::span<const database::Value> values) override;

 private:
  struct Finish {
    void operator()(PGconn* handle) const noexcept { PQfinish(handle); }
  };

  struct Parameters;
  std::unique_ptr<database::Rows> run_with(std::string_view sql, Parameters& parameters);
  // Names of prepared statements; the text is with `?` as it was given.
  const std::string& prepare(std::string_view sql);
  std::unique_ptr<database::Rows> run_bulk(const database::BulkSql& sql, const database::Batch& batch);
  // Throws unless the statement went well.
  std::unique_ptr<database::Rows> check(PGresult* result);

  std::unique_ptr<PGconn, Finish> handle_;
  boost::unordered_flat_map<std::string, std::string> prepared_;
  boost::unordered_flat_map<const database::BulkSql*, std::string> bulk_texts_;
};

}  // namespace allot::postgres
