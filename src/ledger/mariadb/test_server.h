// A MariaDB server for tests.
#pragma once

#include "ledger/database/test_server.h"
#include "ledger/mariadb/mariadb_database.h"

namespace allot::mariadb {

class MariadbServer final : public database::TestServer {
 public:
  static MariadbServer& instance() {
    static MariadbServer server;
    return server;
  }

  using TestServer::url;
  std::string url(int port) const override {
    return "mysql://allot:secret@127.0.0.1:" + std::to_string(port) + "/allot";
  }
  std::shared_ptr<database::Database> database(const std::string& prefix) const override {
    return std::make_shared<MariadbDatabase>(parse_mysql_url(url(port_)), prefix);
  }
  std::string commit_bytes() const override {
    return "\x03"
           "COMMIT";
  }

 private:
  MariadbServer() : TestServer("mysql", SIGKILL) {
    std::ofstream(folder_.path() + "/init.sql") << "CREATE DATABASE IF NOT EXISTS allot;\n"
                                                   "CREATE USER IF NOT EXISTS 'allot'@'%' IDENTIFIED BY 'secret';\n"
                                                   "GRANT ALL ON *.* TO 'allot'@'%';\n";
    run({"/usr/bin/mariadb-install-db", "--no-defaults", "--datadir=" + data(), "--skip-test-db",
         "--auth-root-authentication-method=normal"});
    start();
  }
  std::string data() const { return folder_.path() + "/data"; }
  std::string user() const override { return "mysql"; }
  std::vector<std::string> command() const override {
    return {"/usr/sbin/mariadbd",
            "--no-defaults",
            "--datadir=" + data(),
            "--port=" + std::to_string(port_),
            "--bind-address=127.0.0.1",
            "--skip-name-resolve",
            "--socket=" + folder_.path() + "/socket",
            "--pid-file=" + folder_.path() + "/pid",
            "--init-file=" + folder_.path() + "/init.sql",
            "--innodb-flush-log-at-trx-commit=2",
            "--innodb-buffer-pool-size=64M",
            "--skip-log-bin"};
  }
};

inline auto house_makers() {
  return testing::Values([]() -> std::unique_ptr<LedgerHouse> {
    return std::make_unique<database::ServerHouse>(MariadbServer::instance());
  });
}

}  // namespace allot::mariadb
