// Database servers for tests: one of each kind per process, started at first use in a temporary directory on
// loopback and ended with the process. Every house has tables of its own, told apart by their prefix.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <memory>
#include <string>
#include <thread>

#include "ledger/contract_fixture.h"
#include "ledger/database/connection.h"
#include "ledger/database/test_process.h"

namespace allot::database {

class TestServer {
 public:
  virtual ~TestServer() {
    if (process_) stop();
  }
  /// Of the server itself, or of what stands at another port before it.
  std::string url() const { return url(port_); }
  virtual std::string url(int port) const = 0;
  virtual std::shared_ptr<Database> database(const std::string& prefix) const = 0;
  /// What a client sends to commit, as it stands in the stream.
  virtual std::string commit_bytes() const = 0;
  int port() const { return port_; }

  void start() {
    process_.emplace(command(), user(), folder_.path() + "/server.log");
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (!answers()) {
      if (std::chrono::steady_clock::now() > end) throw std::runtime_error("the server does not start:\n" + log());
      std::this_thread::sleep_for(std::chrono::milliseconds(50));
    }
  }
  /// As in a crash: nothing is said to its clients.
  void stop() { process_->end(crash_); }

 protected:
  /// `crash` is the signal on which it ends at once and leaves nothing behind in the system.
  TestServer(const std::string& user, int crash) : folder_(user), crash_(crash) {}
  virtual std::vector<std::string> command() const = 0;
  virtual std::string user() const = 0;
  bool answers() const {
    try {
      database("")->connect(Database::Use::kRead);
      return true;
    } catch (const DatabaseError&) {
      return false;
    }
  }
  void run(const std::vector<std::string>& words) const {
    if (TestProcess(words, user(), folder_.path() + "/setup.log").wait() != 0) {
      throw std::runtime_error(words.front() + " failed, see " + folder_.path() + "/setup.log");
    }
  }
  std::string log() const {
    std::ifstream file(folder_.path() + "/server.log");
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TestFolder folder_;
  int crash_;
  int port_ = free_port();
  std::optional<TestProcess> process_;
};

/// Tables of their own on a server.
class ServerHouse final : public LedgerHouse {
 public:
  explicit ServerHouse(const TestServer& server) : server_(server) {
    static int count = 0;
    prefix_ = "t" + std::to_string(++count) + "_";
  }
  std::unique_ptr<Ledger> open(EngineKind engine = EngineKind::kMemory) override { return open(server_.url(), engine); }
  std::unique_ptr<Ledger> open(const std::string& url, EngineKind engine) {
    return open_ledger(url, {.engine = engine, .prefix = prefix_});
  }
  std::unique_ptr<Connection> connect() const { return server_.database(prefix_)->connect(Database::Use::kWrite); }
  void edit(std::string_view sql) const override { connect()->query(sql); }
  const std::string& prefix() const { return prefix_; }

 private:
  const TestServer& server_;
  std::string prefix_;
};

inline std::string house_name(const testing::TestParamInfo<LedgerContract::ParamType>&) { return "house"; }

}  // namespace allot::database
