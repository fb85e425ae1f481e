#include "core/utf8.h"

#include <cstdint>
#include <cstring>

namespace allot {
namespace {

constexpr std::uint64_t kOnes = 0x0101'0101'0101'0101U;
constexpr std::uint64_t kHighs = 0x80U * kOnes;

/// True when all eight bytes are 0x20 … 0x7E: of the three terms only other bytes reach the high bit.
bool eight_printable(const char* at) noexcept {
  std::uint64_t bytes = 0;
  std::memcpy(&bytes, at, sizeof bytes);
  return ((bytes | (bytes - 0x20U * kOnes) | (bytes + kOnes)) & kHighs) == 0;
}

/// What the first byte promises: how many bytes follow, and between which bounds the second one lies.
struct Lead {
  std::size_t bytes = 0;
  unsigned char low = 0x80;
  unsigned char high = 0xBF;
};

Lead lead_of(unsigned char first) noexcept {
  if (first < 0x80) return {.bytes = 1};
  if (first < 0xC2) return {};
  if (first < 0xE0) return {.bytes = 2};
  if (first == 0xE0) return {.bytes = 3, .low = 0xA0};
  if (first == 0xED) return {.bytes = 3, .high = 0x9F};
  if (first < 0xF0) return {.bytes = 3};
  if (first == 0xF0) return {.bytes = 4, .low = 0x90};
  if (first < 0xF4) return {.bytes = 4};
  if (first == 0xF4) return {.bytes = 4, .high = 0x8F};
  return {};
}

unsigned char byte_at(std::string_view text, std::size_t at) noexcept { return static_cast<unsigned char>(text[at]); }

bool is_control(std::string_view text, std::size_t sequence) noexcept {
  const unsigned char first = byte_at(text, 0);
  if (sequence == 1) return first < 0x20 || first == 0x7F;
  return sequence == 2 && first == 0xC2 && byte_at(text, 1) < 0xA0;
}

}  // namespace

std::size_t utf8_sequence(std::string_view text) noexcept {
  if (text.empty()) return 0;
  const Lead lead = lead_of(byte_at(text, 0));
  if (lead.bytes <= 1) return lead.bytes;
  if (text.size() < lead.bytes || byte_at(text, 1) < lead.low || byte_at(text, 1) > lead.high) return 0;
  for (std::size_t i = 2; i < lead.bytes; ++i) {
    if ((byte_at(text, i) & 0xC0U) != 0x80U) return 0;
  }
  return lead.bytes;
}

bool is_printable_utf8(std::string_view text) noexcept {
  while (text.size() >= 8 && eight_printable(text.data())) text.remove_prefix(8);
  while (!text.empty()) {
    const std::size_t sequence = utf8_sequence(text);
    if (sequence == 0 || is_control(text, sequence)) return false;
    text.remove_prefix(sequence);
  }
  return true;
}

}  // namespace allot
