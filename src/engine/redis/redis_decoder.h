// Replies out of bytes, as they come.
#pragma once

#include <memory>
#include <string_view>

#include "engine/redis/redis_reply.h"

struct redisReader;

namespace allot {

/// Not thread-safe.
class RedisDecoder {
 public:
  RedisDecoder();
  /// Forgets what was fed.
  void reset();
  void feed(std::string_view bytes);
  /// False: no further reply is whole yet, or failed().
  bool next(RedisReply& reply);
  bool failed() const { return failed_; }

 private:
  struct Free {
    void operator()(redisReader* reader) const noexcept;
  };
  std::unique_ptr<redisReader, Free> reader_;
  bool failed_ = false;
};

}  // namespace allot
