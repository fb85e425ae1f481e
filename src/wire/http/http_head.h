// The head of an HTTP/1.x request -> what the rest of the project wants to know of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace allot {

struct HttpHead {
  std::string method;
  std::string target;  // as sent
  std::string authorization;
  std::string accept;
  std::uint64_t content_length = 0;
  bool chunked = false;
  bool keep_alive = true;
  bool is_http_1_0 = false;
  bool refusals_as_200 = false;
  bool expects_continue = false;
};

/// Bytes of the head that `input` begins with, its empty line included; 0: not all there yet; nothing:
/// no head, for a line does not end in CRLF. Looks at limits::kHttpHeadBytesMax bytes at most.
/// `scanned` makes it resumable: 0 at first, then as it was left.
std::optional<std::size_t> find_http_head(std::string_view input, std::size_t& scanned);

/// `text` is one whole head. Reuses the memory of `head`. What is wrong with it, or nothing.
std::optional<std::string> parse_http_head(std::string_view text, HttpHead& head);

}  // namespace allot
