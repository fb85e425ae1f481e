// The words of an answer of a script: text between blanks, read from the front.
#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "engine/redis/redis_error.h"

namespace allot {

class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) {}

  /// Throws RedisError when there is none.
  std::string_view word() {
    if (ended_) throw RedisError("an answer of a script is too short");
    const std::size_t blank = rest_.find(' ');
    const std::string_view word = rest_.substr(0, blank);
    ended_ = blank == std::string_view::npos;
    rest_.remove_prefix(ended_ ? rest_.size() : blank + 1);
    return word;
  }
  template <std::integral Number>
  Number number() {
    return number_of<Number>(word());
  }
  template <std::integral Number>
  static Number number_of(std::string_view text) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size()) {
      throw RedisError("a script answered '" + std::string(text) + "' where a number was expected");
    }
    return value;
  }
  /// Everything that is left, blanks and all.
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
  bool ended_ = false;
};

}  // namespace allot
