// Scripts and commands on one Redis server.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "engine/redis/redis_connection.h"
#include "engine/redis/script_call.h"

namespace allot {

/// Thread-safe, like the connection, which must outlive it.
class RedisStore {
 public:
  explicit RedisStore(RedisConnection& connection) : connection_(connection) {}

  /// Runs the script; a server that does not know it is given its text.
  void run(std::shared_ptr<const ScriptCall> call, RedisDone done);
  void command(const std::vector<std::string>& words, RedisDone done);
  void after(Millis delay, std::function<void()> job) { connection_.after(delay, std::move(job)); }
  /// The server's clock, as known here.
  Millis server_time(Millis now) const { return now + connection_.clock_offset(); }
  RedisConnection& connection() { return connection_; }

 private:
  RedisConnection& connection_;
};

}  // namespace allot
