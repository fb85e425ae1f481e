// Unchecked appending for the hottest answers: the caller knows an upper bound of what it writes.
#pragma once

#include <cassert>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "core/claim.h"

namespace allot {

/// Bytes that TextOut::integer writes at most.
inline constexpr std::size_t kIntegerBytesMax = 20;
/// Bytes that TextOut::json writes at most: quotes, and six for each byte (`\u001f`).
constexpr std::size_t json_bytes_max(std::string_view text) noexcept { return 6 * text.size() + 2; }

class TextOut {
 public:
  explicit TextOut(char* at) noexcept : at_(at) {}

  template <std::size_t N>
  void literal(const char (&text)[N]) noexcept {
    std::memcpy(at_, text, N - 1);
    at_ += N - 1;
  }
  void text(std::string_view text) noexcept {
    if (text.empty()) return;
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  void byte(char c) noexcept { *at_++ = c; }
  void integer(std::int64_t value) noexcept { at_ = std::to_chars(at_, at_ + kIntegerBytesMax, value).ptr; }
  /// A JSON string with its quotes; bytes that are not UTF-8 become U+FFFD.
  void json(std::string_view text) noexcept;
  /// "2026-01-02T03:04:05.678Z" with its quotes.
  void time(Millis at) noexcept;
  /// The same, and 0 is `null`.
  void time_or_null(Millis at) noexcept;

  char* at() const noexcept { return at_; }

 private:
  void escape(char c) noexcept;

  char* at_;
};

/// Calls `fill(TextOut&)`, which writes at most `bytes_max` bytes, and appends them to `out`.
template <class Fill>
void append_bounded(std::string& out, std::size_t bytes_max, Fill&& fill) {
  constexpr std::size_t kStackBytes = 4'096;
  if (bytes_max <= kStackBytes) {  // a stack buffer needs no zeroing, unlike string::resize
    char buffer[kStackBytes];
    TextOut text(buffer);
    fill(text);
    assert(text.at() <= buffer + bytes_max);
    out.append(buffer, static_cast<std::size_t>(text.at() - buffer));
    return;
  }
  const std::size_t before = out.size();
  out.resize(before + bytes_max);
  TextOut text(out.data() + before);
  fill(text);
  const auto after = static_cast<std::size_t>(text.at() - out.data());
  assert(after <= out.size());
  out.resize(after);
}

}  // namespace allot
