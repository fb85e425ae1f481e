// A MariaDB or MySQL database behind a URL.
#pragma once

#include <string>

#include "ledger/database/connection.h"
#include "ledger/mariadb/mysql_url.h"

namespace allot::mariadb {

class MariadbDatabase final : public database::Database {
 public:
  MariadbDatabase(MysqlUrl url, std::string prefix) : url_(std::move(url)), prefix_(std::move(prefix)) {}

  std::unique_ptr<database::Connection> connect(Use use) const override;
  std::string place() const override;
  std::string explain(const database::DatabaseError& error) const override;

 private:
  MysqlUrl url_;
  std::string prefix_;
};

}  // namespace allot::mariadb
