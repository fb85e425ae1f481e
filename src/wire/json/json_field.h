// Typed reading of single JSON values, and whom to blame when one is wrong.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "core/claim.h"
#include "core/result.h"
#include "wire/json/json_node.h"

namespace allot {

/// The first thing that is wrong with a body. Allocates nothing while all is well.
struct JsonBlame {
  const JsonNode* node = nullptr;
  std::string_view missing;  // a member that `node` lacks; static text
  std::string detail;
};

/// With the path of the blamed value inside `root`.
Error blame_error(const JsonNode& root, JsonBlame blame);

/// All of these fill `blame` and answer false when the value is not as it must be.
bool blame_value(const JsonNode& node, std::string_view wanted, JsonBlame& blame);    // always false
bool blame_unknown(const JsonNode& node, JsonBlame& blame);                           // always false
bool blame_not_offered(const JsonNode& node, JsonBlame& blame);                       // always false
bool blame_missing(const JsonNode& node, std::string_view member, JsonBlame& blame);  // always false

/// An integer literal from `low` to `high`, both included.
bool json_integer(const JsonNode& node, std::int64_t low, std::int64_t high, std::int64_t& to, JsonBlame& blame);
bool json_bool(const JsonNode& node, bool& to, JsonBlame& blame);

/// A check of core/values.h: empty, or what would be right.
using TextCheck = std::string_view (*)(std::string_view) noexcept;
/// A string that passes `check`; `to` borrows from the reader.
bool json_text(const JsonNode& node, TextCheck check, std::string_view& to, JsonBlame& blame);
/// RFC 3339 with an offset.
bool json_time(const JsonNode& node, Millis& to, JsonBlame& blame);
bool json_is_object(const JsonNode& node, JsonBlame& blame);

/// Lowest `if_version`: versions start at 1.
inline constexpr std::int64_t kVersionMin = 1;
inline constexpr std::int64_t kVersionMax = std::numeric_limits<std::int64_t>::max();

}  // namespace allot
