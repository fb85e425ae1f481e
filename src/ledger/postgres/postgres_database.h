// A PostgreSQL database behind a URL.
#pragma once

#include <string>

#include "ledger/database/connection.h"

namespace allot::postgres {

class PostgresDatabase final : public database::Database {
 public:
  /// `url` as libpq takes it: postgresql://user:password@host:port/database?option=… Throws LedgerError when it
  /// cannot be read.
  PostgresDatabase(std::string url, std::string prefix);

  std::unique_ptr<database::Connection> connect(Use use) const override;
  std::string place() const override { return place_; }
  std::string explain(const database::DatabaseError& error) const override;

 private:
  std::string url_;
  std::string prefix_;
  std::string place_;
};

}  // namespace allot::postgres
