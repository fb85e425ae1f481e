#include "cli/text_bar.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

namespace allot {
namespace {

constexpr std::array<const char*, 9> kEighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"};

std::string three_digits(double value, const char* unit) {
  char text[48];
  const int decimals = value < 10 ? 2 : value < 100 ? 1 : 0;
  std::snprintf(text, sizeof text, "%.*f %s", decimals, value, unit);
  return text;
}

}  // namespace

std::string with_commas(std::int64_t number) {
  std::string text = std::to_string(number);
  const std::size_t first = number < 0 ? 1 : 0;
  for (std::size_t at = text.size(); at > first + 3;) text.insert(at -= 3, ",");
  return text;
}

std::string shown_duration(std::int64_t ns) {
  const auto value = static_cast<double>(ns);
  if (ns < 1'000'000) return three_digits(value / 1e3, "µs");
  if (ns < 1'000'000'000) return three_digits(value / 1e6, "ms");
  return three_digits(value / 1e9, "s");
}

std::string text_bar(double share, std::size_t width) {
  const double kept = std::clamp(share, 0.0, 1.0);
  auto eighths = static_cast<std::size_t>(std::lround(kept * static_cast<double>(width) * 8));
  if (kept > 0) eighths = std::max<std::size_t>(eighths, 1);
  std::string bar;
  for (std::size_t i = 0; i < eighths / 8; ++i) bar += kEighths[8];
  return bar + kEighths[eighths % 8];
}

std::size_t text_columns(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string_view text, std::size_t columns) {
  const std::size_t used = text_columns(text);
  return std::string(text) + std::string(columns > used ? columns - used : 0, ' ');
}

std::string right_aligned(std::string_view text, std::size_t columns) {
  const std::size_t used = text_columns(text);
  return std::string(columns > used ? columns - used : 0, ' ') + std::string(text);
}

}  // namespace allot
