#include "wire/json/pools_json.h"

#include <algorithm>

#include "core/limits.h"
#include "core/values.h"

namespace allot {
namespace {

bool pool(const JsonNode& member, std::vector<std::pair<std::string, std::int64_t>>& to, JsonBlame& blame) {
  if (const std::string_view wanted = check_name(member.key); !wanted.empty()) {
    blame = {&member, {}, "the name of a pool " + std::string(wanted)};
    return false;
  }
  std::int64_t stock = 0;
  if (!json_integer(member, 0, limits::kStockMax, stock, blame)) return false;
  to.emplace_back(member.key, stock);
  return true;
}

}  // namespace

bool json_pools(const JsonNode& node, std::vector<std::pair<std::string, std::int64_t>>& to, JsonBlame& blame) {
  if (!json_is_object(node, blame)) return false;
  const std::size_t count = json_size(node);
  if (count == 0 || count > limits::kPoolsPerSaleMax) {
    blame = {
        &node, {}, std::to_string(count) + " pools; there must be 1 to " + std::to_string(limits::kPoolsPerSaleMax)};
    return false;
  }
  to.clear();
  to.reserve(count);
  for (const JsonNode& member : node.children()) {
    if (!pool(member, to, blame)) return false;
  }
  std::sort(to.begin(), to.end());
  return true;
}

}  // namespace allot
