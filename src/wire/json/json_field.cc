#include "wire/json/json_field.h"

#include <utility>

#include "core/values.h"

namespace allot {
namespace {

std::string integer_range(std::int64_t low, std::int64_t high) {
  if (high == kVersionMax) return "must be an integer, at least " + std::to_string(low);
  return "must be an integer from " + std::to_string(low) + " to " + std::to_string(high);
}

}  // namespace

Error blame_error(const JsonNode& root, JsonBlame blame) {
  std::string field = blame.node == nullptr ? std::string() : json_path(root, *blame.node);
  if (!blame.missing.empty()) {
    if (!field.empty()) field += '.';
    field += blame.missing;
  }
  return {std::move(field), std::move(blame.detail)};
}

bool blame_value(const JsonNode& node, std::string_view wanted, JsonBlame& blame) {
  blame.node = &node;
  blame.missing = {};
  blame.detail = json_describe(node);
  blame.detail += ' ';
  blame.detail += wanted;
  return false;
}

bool blame_unknown(const JsonNode& node, JsonBlame& blame) {
  blame = {&node, {}, "there is no such field here"};
  return false;
}

bool blame_not_offered(const JsonNode& node, JsonBlame& blame) {
  blame = {&node, {}, std::string(node.key) + " is not offered by this version"};
  return false;
}

bool blame_missing(const JsonNode& node, std::string_view member, JsonBlame& blame) {
  blame = {&node, member, "this field is missing"};
  return false;
}

bool json_integer(const JsonNode& node, std::int64_t low, std::int64_t high, std::int64_t& to, JsonBlame& blame) {
  if (node.kind != JsonKind::kInteger || node.integer < low || node.integer > high) {
    return blame_value(node, integer_range(low, high), blame);
  }
  to = node.integer;
  return true;
}

bool json_bool(const JsonNode& node, bool& to, JsonBlame& blame) {
  if (node.kind != JsonKind::kBool) return blame_value(node, "must be true or false", blame);
  to = node.truth;
  return true;
}

bool json_text(const JsonNode& node, TextCheck check, std::string_view& to, JsonBlame& blame) {
  if (node.kind != JsonKind::kString) return blame_value(node, "must be a string", blame);
  if (const std::string_view wanted = check(node.text); !wanted.empty()) return blame_value(node, wanted, blame);
  to = node.text;
  return true;
}

bool json_time(const JsonNode& node, Millis& to, JsonBlame& blame) {
  if (node.kind == JsonKind::kString) {
    if (const auto time = parse_time(node.text)) {
      to = *time;
      return true;
    }
  }
  return blame_value(node, "must be a time as RFC 3339 has it, with an offset, such as \"2026-01-02T03:04:05Z\"",
                     blame);
}

bool json_is_object(const JsonNode& node, JsonBlame& blame) {
  return node.kind == JsonKind::kObject || blame_value(node, "must be a JSON object", blame);
}

}  // namespace allot
