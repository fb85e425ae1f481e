#include "cli/load/http_response.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>
#include <string>

namespace allot {
namespace {

constexpr std::size_t kHeadBytesMax = 16U << 10U;
constexpr std::string_view kVersion = "HTTP/1.1 ";
constexpr std::string_view kLength = "\r\ncontent-length:";

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

template <class Number>
Number number(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  Number value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc{}) {
    throw std::runtime_error("not an HTTP answer: a number is missing");
  }
  return value;
}

std::size_t content_length(std::string_view head) {
  const auto found = std::search(head.begin(), head.end(), kLength.begin(), kLength.end(),
                                 [](char a, char b) { return lower(a) == b; });
  if (found == head.end()) throw std::runtime_error("an HTTP answer without Content-Length");
  return number<std::size_t>(head.substr(static_cast<std::size_t>(found - head.begin()) + kLength.size()));
}

}  // namespace

std::size_t parse_http_response(std::string_view input, HttpResponse& response) {
  const std::size_t head_end = input.find("\r\n\r\n");
  if (head_end == std::string_view::npos) {
    if (input.size() > kHeadBytesMax) throw std::runtime_error("an HTTP answer with an endless head");
    return 0;
  }
  const std::string_view head = input.substr(0, head_end + 2);
  if (!head.starts_with(kVersion)) throw std::runtime_error("not an HTTP answer: " + std::string(head.substr(0, 40)));
  const std::size_t length = content_length(head);
  const std::size_t begin = head_end + 4;
  if (input.size() - begin < length) return 0;
  response.status = number<int>(head.substr(kVersion.size()));
  response.body = input.substr(begin, length);
  return begin + length;
}

}  // namespace allot
