// A PostgreSQL server for tests.
#pragma once

#include "ledger/database/test_server.h"
#include "ledger/postgres/postgres_database.h"

namespace allot::postgres {

class PostgresServer final : public database::TestServer {
 public:
  static PostgresServer& instance() {
    static PostgresServer server;
    return server;
  }

  using TestServer::url;
  std::string url(int port) const override {
    return "postgresql://allot:secret@127.0.0.1:" + std::to_string(port) + "/postgres?sslmode=disable";
  }
  std::shared_ptr<database::Database> database(const std::string& prefix) const override {
    return std::make_shared<PostgresDatabase>(url(port_), prefix);
  }
  std::string commit_bytes() const override { return std::string("COMMIT\0", 7); }

 private:
  PostgresServer() : TestServer("postgres", SIGQUIT) {
    const std::string password = folder_.path() + "/password";
    std::ofstream(password) << "secret\n";
    run({binaries() + "initdb", "-D", data(), "-U", "allot", "--auth=scram-sha-256", "--pwfile=" + password, "-E",
         "UTF8", "--locale=C", "--no-sync", "--no-instructions"});
    start();
  }
  static std::string binaries() {
    std::string newest;
    for (const auto& version : std::filesystem::directory_iterator("/usr/lib/postgresql")) {
      newest = std::max(newest, version.path().string());
    }
    return newest + "/bin/";
  }
  std::string data() const { return folder_.path() + "/data"; }
  std::string user() const override { return "postgres"; }
  std::vector<std::string> command() const override {
    return {binaries() + "postgres",
            "-D",
            data(),
            "-p",
            std::to_string(port_),
            "-c",
            "listen_addresses=127.0.0.1",
            "-c",
            "unix_socket_directories=",
            "-c",
            "fsync=off",
            "-c",
            "shared_buffers=32MB",
            "-c",
            "max_connections=50"};
  }
};

inline auto house_makers() {
  return testing::Values([]() -> std::unique_ptr<LedgerHouse> {
    return std::make_unique<database::ServerHouse>(PostgresServer::instance());
  });
}

}  // namespace allot::postgres
