// What a Redis server answers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace allot {

/// One RESP value, owning.
struct RedisReply {
  enum class Kind : std::uint8_t { kNil, kText, kInteger, kArray, kError };
  Kind kind = Kind::kNil;
  std::string text;          // kText, kError
  std::int64_t integer = 0;  // kInteger
  std::vector<RedisReply> items;

  bool is_error() const { return kind == Kind::kError; }
  /// An error that begins with this word, e.g. "NOSCRIPT".
  bool is_error(std::string_view word) const { return is_error() && std::string_view(text).starts_with(word); }
};

/// What became of a command.
enum class RedisFate : std::uint8_t {
  kAnswered,  // the reply is there
  kNotSent,   // the server surely has not seen it
  kLost,      // it may have been executed, or may be still
};

}  // namespace allot
