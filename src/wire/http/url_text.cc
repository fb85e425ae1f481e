#include "wire/http/url_text.h"

#include <span>

namespace allot {
namespace {

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// The byte that the escape at the beginning of `text` stands for; below 0: malformed.
int escaped_byte(std::string_view text) {
  if (text.size() < 3) return -1;
  const int high = hex_value(text[1]);
  const int low = hex_value(text[2]);
  return high < 0 || low < 0 ? -1 : high * 16 + low;
}

std::optional<std::string_view> decode(std::string_view text, Arena& arena, bool plus_is_space) {
  const std::span<char> decoded = arena.array<char>(text.size());
  std::size_t bytes = 0;
  for (std::size_t at = 0; at < text.size(); ++at) {
    char c = text[at];
    if (c == '+' && plus_is_space) c = ' ';
    if (c == '%') {
      const int byte = escaped_byte(text.substr(at));
      if (byte < 0) return std::nullopt;
      c = static_cast<char>(byte);
      at += 2;
    }
    decoded[bytes++] = c;
  }
  return std::string_view(decoded.data(), bytes);
}

}  // namespace

std::optional<std::string_view> decode_path_text(std::string_view text, Arena& arena) {
  return text.find('%') == std::string_view::npos ? text : decode(text, arena, false);
}

std::optional<std::string_view> decode_query_text(std::string_view text, Arena& arena) {
  return text.find_first_of("%+") == std::string_view::npos ? text : decode(text, arena, true);
}

}  // namespace allot
