#include "wire/json/text_out.h"

#include "core/utf8.h"
#include "core/values.h"

namespace allot {
namespace {

constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
constexpr std::uint64_t kHighs = 0x80U * kOnes;

/// True when none of eight bytes is a control, a quote, a backslash or beyond ASCII. Each term reaches a
/// high bit for one of these; a borrow can only start in a byte that is one of them.
bool eight_plain(const char* at) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  const std::uint64_t quotes = (bytes ^ (static_cast<unsigned char>('"') * kOnes)) - kOnes;
  const std::uint64_t slashes = (bytes ^ (static_cast<unsigned char>('\\') * kOnes)) - kOnes;
  return ((bytes | (bytes - 0x20U * kOnes) | quotes | slashes) & kHighs) == 0;
}

bool is_plain(char c) noexcept { return c >= 0x20 && c < 0x7F && c != '"' && c != '\\'; }

constexpr std::size_t kTimeBytes = 24;

/// The text of the millisecond that was written last: all answers of one batch carry the same.
struct LastTime {
  Millis at = -1;
  char text[kTimeBytes] = {};
};
constinit thread_local LastTime last_time;

}  // namespace

void TextOut::escape(char c) noexcept {
  switch (c) {
    case '"': literal("\\\""); return;
    case '\\': literal("\\\\"); return;
    case '\n': literal("\\n"); return;
    case '\r': literal("\\r"); return;
    case '\t': literal("\\t"); return;
    default: break;
  }
  const auto code = static_cast<unsigned char>(c);
  if (code >= 0x20) return byte(c);
  literal("\\u00");
  byte("01"[code >> 4U]);
  byte("0123456789abcdef"[code & 0xFU]);
}

void TextOut::json(std::string_view text) noexcept {
  byte('"');
  while (!text.empty()) {
    if (text.size() >= 8 && eight_plain(text.data())) {
      std::memcpy(at_, text.data(), 8);
      at_ += 8;
      text.remove_prefix(8);
    } else if (is_plain(text.front())) {
      byte(text.front());
      text.remove_prefix(1);
    } else {
      const std::size_t sequence = utf8_sequence(text);
      if (sequence == 0) literal("\xEF\xBF\xBD");
      if (sequence == 1) escape(text.front());
      if (sequence > 1) this->text(text.substr(0, sequence));
      text.remove_prefix(sequence == 0 ? 1 : sequence);
    }
  }
  byte('"');
}

void TextOut::time(Millis at) noexcept {
  LastTime& last = last_time;
  if (last.at != at) {
    write_time(at, last.text);
    last.at = at;
  }
  byte('"');
  std::memcpy(at_, last.text, kTimeBytes);
  at_ += kTimeBytes;
  byte('"');
}

void TextOut::time_or_null(Millis at) noexcept {
  if (at == 0) return literal("null");
  time(at);
}

}  // namespace allot
