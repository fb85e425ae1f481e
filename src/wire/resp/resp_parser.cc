#include "wire/resp/resp_parser.h"

#include <algorithm>
#include <array>

#include "core/limits.h"
#include "wire/resp/resp_inline.h"

namespace allot {
namespace {

constexpr std::string_view kBadCount = "Protocol error: invalid multibulk length";
constexpr std::string_view kBadBytes = "Protocol error: invalid bulk length";
constexpr std::string_view kBadInline = "Protocol error: too big inline request";

/// Methods, and a header that a smuggled request may begin with.
constexpr std::array<std::string_view, 9> kHttpWords = {"GET",  "POST",    "PUT",   "PATCH", "DELETE",
                                                        "HEAD", "OPTIONS", "TRACE", "Host:"};

enum class Scan : unsigned char { kWhole, kMore, kBad };

bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }

/// Nearly every length of a claim's words: one or two digits, all there. Leaves everything else, and what is
/// wrong, to scan_length.
bool scan_short_length(std::string_view input, std::size_t& at, long& value) noexcept {
  if (input.size() - at < 4) return false;
  const char* text = input.data() + at;
  if (!is_digit(text[0])) return false;
  if (text[1] == '\r' && text[2] == '\n') {
    value = text[0] - '0';
    at += 3;
    return true;
  }
  if (text[0] == '0' || !is_digit(text[1]) || text[2] != '\r' || text[3] != '\n') return false;
  value = (text[0] - '0') * 10 + (text[1] - '0');
  at += 4;
  return true;
}

/// Reads "<digits>\r\n" or "-1\r\n" and moves `at` behind it. No length here needs more than nine digits.
Scan scan_length(std::string_view input, std::size_t& at, long& value) noexcept {
  constexpr std::size_t kDigitsMax = 9;
  if (scan_short_length(input, at, value)) return Scan::kWhole;
  std::size_t to = at;
  const bool negative = to < input.size() && input[to] == '-';
  if (negative) ++to;
  const std::size_t first = to;
  value = 0;
  while (to < input.size() && is_digit(input[to])) {
    if (to - first >= kDigitsMax || (to > first && value == 0)) return Scan::kBad;
    value = value * 10 + (input[to] - '0');
    ++to;
  }
  if (to == input.size()) return Scan::kMore;
  if (input[to] != '\r' || to == first || (negative && value != 1)) return Scan::kBad;
  if (to + 1 == input.size()) return Scan::kMore;
  if (input[to + 1] != '\n') return Scan::kBad;
  if (negative) value = -1;
  at = to + 2;
  return Scan::kWhole;
}

}  // namespace

RespParser::Status RespParser::next(std::string_view input) {
  consumed_ = 0;
  while (consumed_ < input.size() || expected_ >= 0) {
    const bool array = expected_ >= 0 || input[consumed_] == '*';
    const Status status = array ? next_array(input) : next_inline(input);
    if (status != Status::kCommand || !words_.empty()) return status;
  }
  return pause();
}

/// An empty array comes back as a command without words.
RespParser::Status RespParser::next_array(std::string_view input) {
  if (expected_ < 0) {
    std::size_t at = consumed_ + 1;
    long count = 0;
    const Scan scan = scan_length(input, at, count);
    if (scan == Scan::kMore) return Status::kMore;
    if (scan == Scan::kBad || count > static_cast<long>(limits::kRespWordsMax)) return fail(kBadCount);
    found_.clear();
    scanned_ = at;
    expected_ = std::max(count, 0L);
  }
  while (found_.size() < static_cast<std::size_t>(expected_)) {
    const Status status = next_word(input);
    if (status == Status::kMore) return pause();
    if (status == Status::kError) return status;
  }
  return finish(input);
}

RespParser::Status RespParser::next_word(std::string_view input) {
  if (scanned_ == input.size()) return Status::kMore;
  if (input[scanned_] != '$') {
    const char got = input[scanned_] > ' ' && input[scanned_] < '\x7F' ? input[scanned_] : '?';
    return fail(std::string("Protocol error: expected '$', got '") + got + "'");
  }
  std::size_t at = scanned_ + 1;
  long length = 0;
  const Scan scan = scan_length(input, at, length);
  if (scan == Scan::kMore) return Status::kMore;
  if (scan == Scan::kBad || length < 0) return fail(kBadBytes);
  const auto bytes = static_cast<std::size_t>(length);
  if (bytes > limits::kRespBulkBytesMax) return fail(kBadBytes);
  if (at - consumed_ + bytes > limits::kRespCommandBytesMax) return fail("Protocol error: too big request");
  if (input.size() - at < bytes + 2) return Status::kMore;
  if (input[at + bytes] != '\r' || input[at + bytes + 1] != '\n') {
    return fail("Protocol error: expected CRLF behind a bulk string");
  }
  found_.push_back({.at = at - consumed_, .bytes = bytes});
  scanned_ = at + bytes + 2;
  return Status::kCommand;
}

RespParser::Status RespParser::next_inline(std::string_view input) {
  const std::size_t end = input.find('\n', std::max(scanned_, consumed_));
  const std::size_t line_bytes = std::min(end, input.size()) - consumed_;
  if (line_bytes > limits::kRespInlineBytesMax) return fail(kBadInline);
  if (end == std::string_view::npos) {
    scanned_ = input.size();
    return pause();
  }
  std::string_view line = input.substr(consumed_, line_bytes);
  if (line.ends_with('\r')) line.remove_suffix(1);
  consumed_ = end + 1;
  scanned_ = 0;
  return split_inline(line);
}

RespParser::Status RespParser::split_inline(std::string_view line) {
  words_.clear();
  inline_text_.clear();
  inline_text_.reserve(line.size());  // words only shrink, so views into it stay good
  InlineWords split(line);
  std::size_t begin = 0;
  while (split.next(inline_text_)) {
    if (words_.size() == limits::kRespWordsMax) return fail(kBadInline);
    words_.emplace_back(inline_text_.data() + begin, inline_text_.size() - begin);
    begin = inline_text_.size();
  }
  if (split.unbalanced()) return fail("Protocol error: unbalanced quotes in request");
  if (!words_.empty() && std::find(kHttpWords.begin(), kHttpWords.end(), words_.front()) != kHttpWords.end()) {
    return fail("Protocol error: this port does not speak HTTP");
  }
  return Status::kCommand;
}

RespParser::Status RespParser::pause() {
  // Offsets count from the first byte of `input` now, from the first unconsumed one next time.
  scanned_ = scanned_ > consumed_ ? scanned_ - consumed_ : 0;
  return Status::kMore;
}

RespParser::Status RespParser::finish(std::string_view input) {
  words_.resize(found_.size());
  const char* begin = input.data() + consumed_;
  for (std::size_t i = 0; i < found_.size(); ++i) words_[i] = {begin + found_[i].at, found_[i].bytes};
  consumed_ = scanned_;
  scanned_ = 0;
  expected_ = -1;
  return Status::kCommand;
}

RespParser::Status RespParser::fail(std::string_view message) {
  error_ = message;
  return Status::kError;
}

}  // namespace allot
