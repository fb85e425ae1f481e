// What the fuzz targets of this folder share.
#pragma once

#include <cstdlib>
#include <string_view>

#include "core/utf8.h"

namespace allot {

/// Ends the process where a property does not hold: that is what the fuzzer looks for.
inline void fuzz_check(bool holds) {
  if (!holds) std::abort();
}

inline bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t bytes = utf8_sequence(text);
    if (bytes == 0) return false;
    text.remove_prefix(bytes);
  }
  return true;
}

}  // namespace allot
