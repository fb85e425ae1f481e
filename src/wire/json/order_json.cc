#include "wire/json/order_json.h"

#include "core/limits.h"
#include "core/values.h"
#include "wire/json/items_json.h"

namespace allot {
namespace {

std::string_view check_restock_pool(std::string_view text) noexcept {
  return text == kTotalPool ? std::string_view() : check_name(text);
}

bool owned_text(const JsonNode& node, TextCheck check, std::string& to, JsonBlame& blame) {
  std::string_view text;
  if (!json_text(node, check, text, blame)) return false;
  to = text;
  return true;
}

bool restock_units(const JsonNode& node, std::int64_t& to, JsonBlame& blame) {
  if (!json_integer(node, -limits::kStockMax, limits::kStockMax, to, blame)) return false;
  return to != 0 || blame_value(node, "changes nothing; must be an integer other than 0", blame);
}

bool restock_member(const JsonNode& node, Restock& to, JsonBlame& blame) {
  if (node.key == "id") return owned_text(node, check_claim_id, to.id, blame);
  if (node.key == "pool") return owned_text(node, check_restock_pool, to.pool, blame);
  if (node.key == "units") return restock_units(node, to.units, blame);
  if (node.key == "total") return json_bool(node, to.moves_total, blame);
  if (node.key == "if_version") {
    return json_integer(node, kVersionMin, kVersionMax, to.if_version.emplace(), blame);
  }
  return blame_unknown(node, blame);
}

bool release_items(const JsonNode& node, Arena& arena, std::vector<Item>& to, JsonBlame& blame) {
  std::span<const ItemView> items;
  if (!json_items(node, arena, items, blame)) return false;
  for (const ItemView& item : items) to.push_back({std::string(item.pool), item.units});
  return true;
}

bool release_member(const JsonNode& node, Arena& arena, ReleaseClaim& to, JsonBlame& blame) {
  if (node.key == "id") return owned_text(node, check_claim_id, to.id, blame);
  if (node.key == "reason") return owned_text(node, check_reason, to.reason, blame);
  if (node.key == "confirmed") return json_bool(node, to.confirmed, blame);
  if (node.key == "bar") return json_bool(node, to.bar, blame);
  if (node.key == "items") return release_items(node, arena, to.items, blame);
  return blame_unknown(node, blame);
}

}  // namespace

bool json_restock(const JsonNode& root, Restock& to, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (!restock_member(member, to, blame)) return false;
  }
  if (to.id.empty()) return blame_missing(root, "id", blame);
  if (to.pool.empty()) return blame_missing(root, "pool", blame);
  if (to.units == 0) return blame_missing(root, "units", blame);
  return true;
}

bool json_release(const JsonNode& root, Arena& arena, ReleaseClaim& to, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (!release_member(member, arena, to, blame)) return false;
  }
  if (to.items.empty() || !to.id.empty()) return true;
  blame = {&root, "id", "a release of some items needs an id of its own, so that a repeat moves nothing"};
  return false;
}

bool json_extend(const JsonNode& root, ExtendClaim& to, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (member.key != "seconds") return blame_unknown(member, blame);
    if (!json_integer(member, 1, limits::kSecondsMax, to.seconds, blame)) return false;
  }
  return to.seconds != 0 || blame_missing(root, "seconds", blame);
}

}  // namespace allot
