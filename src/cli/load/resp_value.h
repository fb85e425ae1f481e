// One RESP2 value as a client reads it, its arrays flattened.
#pragma once

#include <array>
#include <span>
#include <string_view>

namespace allot {

/// Keeps no text of its own: words() borrow from what was parsed last.
class RespValue {
 public:
  static constexpr std::size_t kWordsMax = 16;

  /// Bytes of the first value in `input`, 0 while it is not all there. Throws std::runtime_error when it is no
  /// RESP2 value or has more than kWordsMax words.
  std::size_t parse(std::string_view input);

  bool is_error() const noexcept { return error_; }
  /// Strings, numbers and errors in their order, without the type. Null is an empty word.
  std::span<const std::string_view> words() const noexcept { return {words_.data(), count_}; }

 private:
  std::size_t parse_one(std::string_view input, int depth);
  void add(std::string_view word);

  std::array<std::string_view, kWordsMax> words_;
  std::size_t count_ = 0;
  bool error_ = false;
};

}  // namespace allot
