#include "wire/json/definition_json.h"

#include "core/limits.h"
#include "core/values.h"
#include "wire/json/json_field.h"
#include "wire/json/json_reader.h"
#include "wire/json/pools_json.h"

namespace allot {
namespace {

constexpr std::int64_t kPerUserMax = limits::kUnitsMax;

enum class Form : std::uint8_t { kPut, kStored };

bool in_order(const JsonNode& root, Millis starts_at, Millis ends_at, JsonBlame& blame) {
  if (starts_at == 0 || ends_at == 0 || starts_at < ends_at) return true;
  for (const JsonNode& member : root.children()) {
    if (member.key == "ends_at") return blame_value(member, "must be a time after starts_at", blame);
  }
  return true;
}

bool total(const JsonNode& node, SaleDefinition& to, JsonBlame& blame) {
  std::int64_t units = 0;
  if (!json_integer(node, 0, limits::kStockMax, units, blame)) return false;
  to.total = units;
  return true;
}

bool definition_member(const JsonNode& node, Form form, SaleDefinition& to, JsonBlame& blame) {
  const std::string_view key = node.key;
  const bool absent = form == Form::kStored && node.kind == JsonKind::kNull;
  if (key == "pools") return json_pools(node, to.pools, blame);
  if (key == "total") return absent || total(node, to, blame);
  if (key == "claims_per_user") return json_integer(node, 0, kPerUserMax, to.claims_per_user, blame);
  if (key == "units_per_user") return json_integer(node, 0, kPerUserMax, to.units_per_user, blame);
  if (key == "starts_at") return absent || json_time(node, to.starts_at, blame);
  if (key == "ends_at") return absent || json_time(node, to.ends_at, blame);
  if (key == "hold_seconds") return json_integer(node, 0, limits::kSecondsMax, to.hold_seconds, blame);
  if (key == "versioned") return json_bool(node, to.versioned, blame);
  if (key == "rate" || key == "team") return blame_not_offered(node, blame);
  return blame_unknown(node, blame);
}

bool definition(const JsonNode& root, Form form, SaleDefinition& to, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (!definition_member(member, form, to, blame)) return false;
  }
  if (to.pools.empty()) return blame_missing(root, "pools", blame);
  return in_order(root, to.starts_at, to.ends_at, blame);
}

template <class T, class Read>
bool optional_member(std::optional<T>& to, Read read) {
  T value{};
  if (!read(value)) return false;
  to = value;
  return true;
}

bool patch_integer(const JsonNode& node, std::int64_t low, std::int64_t high, std::optional<std::int64_t>& to,
                   JsonBlame& blame) {
  return optional_member(to, [&](std::int64_t& value) { return json_integer(node, low, high, value, blame); });
}

bool patch_member(const JsonNode& node, SalePatch& to, JsonBlame& blame) {
  const std::string_view key = node.key;
  const bool clears = node.kind == JsonKind::kNull;
  if (key == "if_version") return patch_integer(node, kVersionMin, kVersionMax, to.if_version, blame);
  if (key == "claims_per_user") return patch_integer(node, 0, kPerUserMax, to.claims_per_user, blame);
  if (key == "units_per_user") return patch_integer(node, 0, kPerUserMax, to.units_per_user, blame);
  if (key == "hold_seconds") return patch_integer(node, 0, limits::kSecondsMax, to.hold_seconds, blame);
  if (key == "starts_at") {
    return optional_member(to.starts_at, [&](Millis& at) { return clears || json_time(node, at, blame); });
  }
  if (key == "ends_at") {
    return optional_member(to.ends_at, [&](Millis& at) { return clears || json_time(node, at, blame); });
  }
  if (key == "pools") return json_pools(node, to.pools, blame);
  if (key == "rate" || key == "team") return blame_not_offered(node, blame);
  if (key == "total") blame = {&node, {}, "the total changes by restock of pool *"};
  if (key == "versioned") blame = {&node, {}, "this is settled when the sale is created"};
  return blame.node != nullptr ? false : blame_unknown(node, blame);
}

bool changes_nothing(const SalePatch& patch) {
  return !patch.claims_per_user && !patch.units_per_user && !patch.starts_at && !patch.ends_at && !patch.hold_seconds &&
         patch.pools.empty();
}

bool patch(const JsonNode& root, SalePatch& to, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (!patch_member(member, to, blame)) return false;
  }
  if (changes_nothing(to)) {
    blame = {&root, {}, "the body changes nothing; name at least one field to change"};
    return false;
  }
  return in_order(root, to.starts_at.value_or(0), to.ends_at.value_or(0), blame);
}

// Reads `json` as a T by `read(root, to, blame)`.
template <class T, class Read>
Result<T> parse(std::string_view json, Read read) {
  JsonReader reader;
  if (auto error = reader.read(json)) return std::move(*error);
  T value;
  JsonBlame blame;
  if (!read(reader.root(), value, blame)) return blame_error(reader.root(), std::move(blame));
  return value;
}

Result<SaleDefinition> parse_as(std::string_view json, Form form) {
  return parse<SaleDefinition>(json, [form](const JsonNode& root, SaleDefinition& to, JsonBlame& blame) {
    return definition(root, form, to, blame);
  });
}

void append_member(std::string& out, std::string_view name, std::string_view value) {
  out += out.size() > 1 ? ",\"" : "\"";
  out += name;
  out += "\":";
  out += value;
}

std::string pools_json(const SaleDefinition& definition) {
  std::string pools = "{";
  for (const auto& [name, stock] : definition.pools) append_member(pools, name, std::to_string(stock));
  return pools += '}';
}

std::string time_or_null(Millis at) { return at == 0 ? "null" : '"' + format_time(at) + '"'; }

}  // namespace

std::string definition_json(const SaleDefinition& definition) {
  std::string out = "{";
  append_member(out, "pools", pools_json(definition));
  append_member(out, "total", definition.total ? std::to_string(*definition.total) : "null");
  append_member(out, "claims_per_user", std::to_string(definition.claims_per_user));
  append_member(out, "units_per_user", std::to_string(definition.units_per_user));
  append_member(out, "starts_at", time_or_null(definition.starts_at));
  append_member(out, "ends_at", time_or_null(definition.ends_at));
  append_member(out, "hold_seconds", std::to_string(definition.hold_seconds));
  append_member(out, "versioned", definition.versioned ? "true" : "false");
  return out += '}';
}

Result<SaleDefinition> parse_definition(std::string_view json) { return parse_as(json, Form::kPut); }

Result<SaleDefinition> parse_stored_definition(std::string_view json) { return parse_as(json, Form::kStored); }

Result<SalePatch> parse_patch(std::string_view json) { return parse<SalePatch>(json, patch); }

}  // namespace allot
