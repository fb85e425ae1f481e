// `allot serve` as a child of this process.
#pragma once

#include <sys/types.h>

#include <string>

#include "cli/load/endpoint.h"

namespace allot {

/// What the line "ready http=ADDR:PORT resp=ADDR:PORT" says.
struct ReadyLine {
  Endpoint http;
  Endpoint resp;
};
/// Throws std::runtime_error when it is another line.
ReadyLine parse_ready_line(const std::string& line);

/// Free ports, memory engine, SQLite ledger in `data`; its log goes to `data`/serve.log.
class ChildServer {
 public:
  /// Waits for the ready line. Throws std::runtime_error with the end of the log when it does not come.
  explicit ChildServer(const std::string& data);
  ~ChildServer();
  ChildServer(const ChildServer&) = delete;
  ChildServer& operator=(const ChildServer&) = delete;

  const ReadyLine& ready() const noexcept { return ready_; }
  /// SIGTERM, then waits. True: it has ended by itself with 0. Repeats are harmless.
  bool stop();

 private:
  void spawn();
  std::string read_line();

  std::string data_;
  pid_t pid_ = -1;
  int output_ = -1;
  bool ended_well_ = false;
  ReadyLine ready_;
};

}  // namespace allot
