#include "wire/json/items_json.h"

#include "core/limits.h"
#include "core/values.h"

namespace allot {
namespace {

struct Line {
  std::string_view pool;
  std::int64_t units = 0;
  const JsonNode* units_at = nullptr;
};

bool line_member(const JsonNode& node, Line& line, JsonBlame& blame) {
  if (node.key == "pool") return json_text(node, check_name, line.pool, blame);
  if (node.key == "units") {
    line.units_at = &node;
    return json_integer(node, 1, limits::kUnitsMax, line.units, blame);
  }
  if (node.key == "any_of" || node.key == "split") return blame_not_offered(node, blame);
  return blame_unknown(node, blame);
}

bool read_line(const JsonNode& node, Line& line, JsonBlame& blame) {
  if (!json_is_object(node, blame)) return false;
  for (const JsonNode& member : node.children()) {
    if (!line_member(member, line, blame)) return false;
  }
  if (line.pool.empty()) return blame_missing(node, "pool", blame);
  if (line.units_at == nullptr) return blame_missing(node, "units", blame);
  return true;
}

// Adds `line` to the `count` sums so far.
bool add_line(const Line& line, std::span<ItemView> sums, std::size_t& count, Arena& arena, JsonBlame& blame) {
  for (ItemView& sum : sums.first(count)) {
    if (sum.pool != line.pool) continue;
    sum.units += line.units;
    if (sum.units <= limits::kUnitsMax) return true;
    blame = {line.units_at, {}, "the lines of this pool add up to more than " + std::to_string(limits::kUnitsMax)};
    return false;
  }
  sums[count++] = {arena.copy(line.pool), line.units};
  return true;
}

}  // namespace

bool json_items(const JsonNode& node, Arena& arena, std::span<const ItemView>& to, JsonBlame& blame) {
  if (node.kind != JsonKind::kArray) return blame_value(node, "must be an array of items", blame);
  const std::size_t lines = json_size(node);
  if (lines == 0 || lines > limits::kItemsPerClaimMax) {
    blame = {
        &node, {}, std::to_string(lines) + " items; there must be 1 to " + std::to_string(limits::kItemsPerClaimMax)};
    return false;
  }
  const std::span<ItemView> sums = arena.array<ItemView>(lines);
  std::size_t count = 0;
  for (const JsonNode& item : node.children()) {
    Line line;
    if (!read_line(item, line, blame) || !add_line(line, sums, count, arena, blame)) return false;
  }
  to = sums.first(count);
  return true;
}

}  // namespace allot
