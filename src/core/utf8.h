// Well-formed UTF-8 (Unicode table 3-7): no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace allot {

/// Bytes of the well-formed sequence at the front of `text` (1 to 4); 0 when there is none.
std::size_t utf8_sequence(std::string_view text) noexcept;

/// Well-formed throughout and without control characters: C0, DEL, C1.
bool is_printable_utf8(std::string_view text) noexcept;

}  // namespace allot
