// One connection to one Redis server, kept up by itself.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "core/claim.h"
#include "engine/redis/redis_address.h"
#include "engine/redis/redis_reply.h"

namespace allot {

using RedisDone = std::function<void(RedisFate, RedisReply)>;

/// Commands go out in the order of send(), many at a time; replies come on the connection's own thread, in the same
/// order. A connection that breaks, or whose oldest command has had no reply for kReplyWaitMax, is closed: what was
/// sent is kLost, what was not is kNotSent. It is opened again by itself.
///
/// Thread-safe. Bounds: with limits::kRedisCommandsMax commands waiting, further ones are kNotSent at once.
class RedisConnection {
 public:
  static constexpr Millis kReplyWaitMax = 2'000;

  explicit RedisConnection(RedisAddress address);
  ~RedisConnection();
  RedisConnection(const RedisConnection&) = delete;
  RedisConnection& operator=(const RedisConnection&) = delete;

  void send(std::span<const std::string_view> words, RedisDone done);
  /// Runs on the connection's thread after `delay`.
  void after(Millis delay, std::function<void()> job);
  /// Ends the thread; what waits is kNotSent or kLost.
  void stop();

  bool is_up() const;
  /// The server's clock minus this machine's, in milliseconds, as of the last connecting.
  Millis clock_offset() const;
  /// Changes when the server has been started anew, or another one has taken its place. Empty before the first
  /// connecting.
  std::string run_id() const;
  /// Why the last attempt to connect failed; empty when it did not.
  std::string last_error() const;

 private:
  class Loop;
  std::shared_ptr<Loop> loop_;
};

}  // namespace allot
