// Percent-encoding of paths and queries.
#pragma once

#include <optional>
#include <string_view>

#include "core/arena.h"

namespace allot {

/// `text` with %XX replaced, in `arena` if there are any. Nothing when an escape is malformed.
std::optional<std::string_view> decode_path_text(std::string_view text, Arena& arena);
/// The same for a query, where `+` is a space, as forms have it.
std::optional<std::string_view> decode_query_text(std::string_view text, Arena& arena);

}  // namespace allot
