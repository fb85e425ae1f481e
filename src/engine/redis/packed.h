// Lists in one string, as prelude.lua's pack() writes them: length, colon, bytes, and so on.
#pragma once

#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace allot {

inline void pack(std::string& out, std::string_view item) {
  out.append(std::to_string(item.size())).append(":").append(item);
}

/// Nothing: it is no such list. Views into `text`.
inline std::optional<std::vector<std::string_view>> unpacked(std::string_view text) {
  std::vector<std::string_view> items;
  while (!text.empty()) {
    std::size_t bytes = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), bytes);
    if (error != std::errc{} || end == text.data() + text.size() || *end != ':') return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()) + 1);
    if (bytes > text.size()) return std::nullopt;
    items.push_back(text.substr(0, bytes));
    text.remove_prefix(bytes);
  }
  return items;
}

}  // namespace allot
