// Pieces of SQL put together by the compiler.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace allot::database {

/// join_text<a, b, c>: the pieces, which are constexpr string_views with linkage, one after the other.
template <const std::string_view&... pieces>
struct JoinedText {
  static constexpr auto kBytes = [] {
    std::array<char, (pieces.size() + ... + 0)> bytes{};
    auto* to = bytes.data();
    ((to = std::copy(pieces.begin(), pieces.end(), to)), ...);
    return bytes;
  }();
  static constexpr std::string_view kText{kBytes.data(), kBytes.size()};
};
template <const std::string_view&... pieces>
inline constexpr std::string_view join_text = JoinedText<pieces...>::kText;

}  // namespace allot::database
