#include "wire/json/claim_json.h"

#include "core/limits.h"
#include "core/values.h"
#include "wire/json/items_json.h"

namespace allot {
namespace {

bool copied_text(const JsonNode& node, TextCheck check, Arena& arena, std::string_view& to, JsonBlame& blame) {
  std::string_view text;
  if (!json_text(node, check, text, blame)) return false;
  to = arena.copy(text);
  return true;
}

// Kept compact, so what is stored does not depend on how the caller lays out JSON.
bool read_meta(const JsonNode& node, Arena& arena, std::string& scratch, std::string_view& to, JsonBlame& blame) {
  if (!json_is_object(node, blame)) return false;
  scratch.clear();
  write_json(scratch, node);
  if (scratch.size() > limits::kMetaBytesMax) {
    blame = {&node,
             {},
             std::to_string(scratch.size()) + " bytes of JSON; at most " + std::to_string(limits::kMetaBytesMax) +
                 " are allowed"};
    return false;
  }
  to = arena.copy(scratch);
  return true;
}

bool read_version(const JsonNode& node, std::optional<std::int64_t>& to, JsonBlame& blame) {
  std::int64_t version = 0;
  if (!json_integer(node, kVersionMin, kVersionMax, version, blame)) return false;
  to = version;
  return true;
}

bool claim_member(const JsonNode& node, Arena& arena, std::string& scratch, ClaimRequest& claim, JsonBlame& blame) {
  const std::string_view key = node.key;
  if (key == "id") return copied_text(node, check_claim_id, arena, claim.id, blame);
  if (key == "user") return copied_text(node, check_user, arena, claim.user, blame);
  if (key == "items") return json_items(node, arena, claim.items, blame);
  if (key == "if_version") return read_version(node, claim.if_version, blame);
  if (key == "ref") return copied_text(node, check_ref, arena, claim.ref, blame);
  if (key == "meta") return read_meta(node, arena, scratch, claim.meta, blame);
  return blame_unknown(node, blame);
}

bool is_whole(const JsonNode& root, const ClaimRequest& claim, JsonBlame& blame) {
  if (claim.user.empty()) return blame_missing(root, "user", blame);
  if (claim.items.empty()) return blame_missing(root, "items", blame);
  return true;
}

}  // namespace

bool json_claim(const JsonNode& root, Arena& arena, std::string& scratch, ClaimRequest& claim, JsonBlame& blame) {
  claim = ClaimRequest();
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    if (!claim_member(member, arena, scratch, claim, blame)) return false;
  }
  return is_whole(root, claim, blame);
}

bool json_batch_claim(const JsonNode& root, Arena& arena, std::string& scratch, std::string_view& sale,
                      ClaimRequest& claim, JsonBlame& blame) {
  claim = ClaimRequest();
  sale = {};
  if (!json_is_object(root, blame)) return false;
  for (const JsonNode& member : root.children()) {
    const bool good = member.key == "sale" ? copied_text(member, check_name, arena, sale, blame)
                                           : claim_member(member, arena, scratch, claim, blame);
    if (!good) return false;
  }
  if (sale.empty()) return blame_missing(root, "sale", blame);
  return is_whole(root, claim, blame);
}

}  // namespace allot
