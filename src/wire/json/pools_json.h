// The object {"pool": stock, …} of a definition or a patch.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "wire/json/json_field.h"

namespace allot {

/// 1 … limits::kPoolsPerSaleMax pools with stock 0 … limits::kStockMax, sorted by name.
bool json_pools(const JsonNode& node, std::vector<std::pair<std::string, std::int64_t>>& to, JsonBlame& blame);

}  // namespace allot
