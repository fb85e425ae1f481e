// What a claim took, in one word: pool=units,pool=units.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.h"
#include "core/claim.h"

namespace allot {

/// Throws RedisError.
std::span<const ItemView> read_items(std::string_view text, Arena& arena);
std::string item_text(std::span<const ItemView> items);

}  // namespace allot
