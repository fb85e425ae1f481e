// The array [{"pool":…,"units":…}, …] of a claim or a release.
#pragma once

#include <span>

#include "core/arena.h"
#include "core/claim.h"
#include "wire/json/json_field.h"

namespace allot {

/// 1 … limits::kItemsPerClaimMax lines; lines of the same pool are added up, the first appearance
/// decides the order. Units of each line and each sum are 1 … limits::kUnitsMax. Copied into `arena`.
bool json_items(const JsonNode& node, Arena& arena, std::span<const ItemView>& to, JsonBlame& blame);

}  // namespace allot
