// Pieces of text reports.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allot {

/// "1,234,567".
std::string with_commas(std::int64_t number);
/// Nanoseconds as "87 µs", "1.23 ms", "12.3 s".
std::string shown_duration(std::int64_t ns);
/// `share` (0 to 1) of `width` columns in eighths of a block; whatever is above 0 shows.
std::string text_bar(double share, std::size_t width);
/// `text` with spaces behind, or in front, up to `columns` (code points; wide characters count as one).
std::string padded(std::string_view text, std::size_t columns);
std::string right_aligned(std::string_view text, std::size_t columns);
std::size_t text_columns(std::string_view text);

}  // namespace allot
