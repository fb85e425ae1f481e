#include "cli/load/resp_value.h"

#include <charconv>
#include <cstdint>
#include <stdexcept>

namespace allot {
namespace {

constexpr int kDepthMax = 4;
constexpr std::int64_t kBulkBytesMax = std::int64_t{64} << 20;

std::int64_t number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) throw std::runtime_error("not RESP: a bad length");
  return value;
}

}  // namespace

std::size_t RespValue::parse(std::string_view input) {
  count_ = 0;
  error_ = !input.empty() && input.front() == '-';
  return parse_one(input, 0);
}

void RespValue::add(std::string_view word) {
  if (count_ == kWordsMax) throw std::runtime_error("a RESP answer with too many words");
  words_[count_++] = word;
}

std::size_t RespValue::parse_one(std::string_view input, int depth) {
  const std::size_t line_end = input.find("\r\n");
  if (line_end == std::string_view::npos) return 0;
  const std::string_view line = input.substr(1, line_end - 1);
  std::size_t at = line_end + 2;
  switch (input.front()) {
    case '+':
    case '-':
    case ':': add(line); return at;
    case '$': {
      const std::int64_t size = number(line);
      if (size > kBulkBytesMax) throw std::runtime_error("a RESP answer that is too long");
      if (size >= 0 && input.size() < at + static_cast<std::size_t>(size) + 2) return 0;
      add(size < 0 ? std::string_view() : input.substr(at, static_cast<std::size_t>(size)));
      return size < 0 ? at : at + static_cast<std::size_t>(size) + 2;
    }
    case '*': {
      if (depth == kDepthMax) throw std::runtime_error("a RESP answer that is nested too deep");
      for (std::int64_t rest = number(line); rest > 0; --rest) {
        const std::size_t bytes = parse_one(input.substr(at), depth + 1);
        if (bytes == 0) return 0;
        at += bytes;
      }
      return at;
    }
    default: throw std::runtime_error("not a RESP answer: " + std::string(input.substr(0, 40)));
  }
}

}  // namespace allot
