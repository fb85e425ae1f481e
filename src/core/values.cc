#include "core/values.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <system_error>

#include "core/limits.h"
#include "core/utf8.h"

namespace allot {
namespace {

/// Per byte: 0 not allowed, 1 inside only, 2 at the beginning too.
using Alphabet = std::array<std::uint8_t, 256>;

constexpr Alphabet make_alphabet(std::string_view inside) {
  Alphabet alphabet{};
  for (unsigned char c = '0'; c <= '9'; ++c) alphabet[c] = 2;
  for (unsigned char c = 'A'; c <= 'Z'; ++c) alphabet[c] = 2;
  for (unsigned char c = 'a'; c <= 'z'; ++c) alphabet[c] = 2;
  for (const char c : inside) alphabet[static_cast<unsigned char>(c)] = 1;
  return alphabet;
}

constexpr Alphabet kNameAlphabet = make_alphabet("._-:");
constexpr Alphabet kIdAlphabet = make_alphabet("._-:@");

bool is_word(std::string_view text, std::size_t bytes_max, const Alphabet& alphabet) noexcept {
  if (text.empty() || text.size() > bytes_max) return false;
  if (alphabet[static_cast<unsigned char>(text.front())] != 2) return false;
  unsigned allowed = 1;
  for (const char c : text) allowed &= static_cast<unsigned>(alphabet[static_cast<unsigned char>(c)] != 0);
  return allowed == 1;
}

/// Finds the sum of `pool`, or makes it at the end.
Item& sum_of(std::vector<Item>& sums, const std::string& pool) {
  const auto found = std::find_if(sums.begin(), sums.end(), [&](const Item& item) { return item.pool == pool; });
  if (found != sums.end()) return *found;
  return sums.emplace_back(Item{.pool = pool, .units = 0});
}

}  // namespace

std::string_view check_name(std::string_view text) noexcept {
  if (is_word(text, limits::kNameBytesMax, kNameAlphabet)) return {};
  return "must be 1 to 64 of A-Z a-z 0-9 . _ - : and begin with a letter or digit";
}

std::string_view check_claim_id(std::string_view text) noexcept {
  if (is_word(text, limits::kClaimIdBytesMax, kIdAlphabet)) return {};
  return "must be 1 to 64 of A-Z a-z 0-9 . _ - : @ and begin with a letter or digit";
}

std::string_view check_user(std::string_view text) noexcept {
  if (!text.empty() && text.size() <= limits::kUserBytesMax && is_printable_utf8(text)) return {};
  return "must be 1 to 128 bytes of UTF-8 without control characters";
}

std::string_view check_ref(std::string_view text) noexcept {
  if (text.size() <= limits::kRefBytesMax && is_printable_utf8(text)) return {};
  return "must be at most 64 bytes of UTF-8 without control characters";
}

std::string_view check_reason(std::string_view text) noexcept {
  if (text.size() <= limits::kReasonBytesMax && is_printable_utf8(text)) return {};
  return "must be at most 256 bytes of UTF-8 without control characters";
}

std::optional<std::int64_t> parse_integer(std::string_view text) noexcept {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.front() < '0' || digits.front() > '9') return std::nullopt;
  if (digits.front() == '0' && (digits.size() > 1 || negative)) return std::nullopt;
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto [stopped, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return value;
}

Result<std::vector<Item>> sum_items(const std::vector<Item>& lines) {
  std::vector<Item> sums;
  sums.reserve(std::min(lines.size(), limits::kItemsPerClaimMax));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto field = [i] { return "items[" + std::to_string(i) + "].units"; };
    const std::int64_t units = lines[i].units;
    if (units < 1 || units > limits::kUnitsMax) return Error{field(), "must be an integer from 1 to 1000000000"};
    Item& sum = sum_of(sums, lines[i].pool);
    if (sum.units > limits::kUnitsMax - units)
      return Error{field(), "lines of one pool may add up to 1000000000 at most"};
    sum.units += units;
    if (sums.size() > limits::kItemsPerClaimMax) return Error{"items", "may name at most 100 pools"};
  }
  return sums;
}

}  // namespace allot
