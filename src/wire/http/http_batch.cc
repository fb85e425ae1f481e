#include "wire/http/http_batch.h"

#include "core/limits.h"
#include "wire/json/claim_json.h"

namespace allot {
namespace {

void refuse_line(BatchLine& line, Error error) {
  line.refusal.verdict = Verdict::kInvalid;
  line.refusal.field = std::move(error.field);
  line.refusal.detail = std::move(error.detail);
}

void read_line(HttpCall& call, const JsonNode& entry, BatchLine& line) {
  if (const JsonNode* repeated = json_repeated_key(entry)) {
    return refuse_line(line, repeated_key_error(entry, *repeated));
  }
  JsonBlame blame;
  line.valid = json_batch_claim(entry, call.arena, call.command.scratch, line.sale, line.claim, blame);
  if (!line.valid) refuse_line(line, blame_error(entry, std::move(blame)));
}

// The array of claims; nullptr when the body has none and `blame` says why.
const JsonNode* find_claims(const JsonNode& root, JsonBlame& blame) {
  if (!json_is_object(root, blame)) return nullptr;
  const JsonNode* claims = nullptr;
  for (const JsonNode& member : root.children()) {
    if (member.key != "claims") return blame_unknown(member, blame), nullptr;
    if (member.repeats_key) {
      blame = {&member, {}, "this key came before in the same object; each may stand once"};
      return nullptr;
    }
    claims = &member;
  }
  if (claims == nullptr) return blame_missing(root, "claims", blame), nullptr;
  if (claims->kind != JsonKind::kArray) return blame_value(*claims, "must be an array of claims", blame), nullptr;
  const std::size_t count = json_size(*claims);
  if (count >= 1 && count <= limits::kClaimsPerCallMax) return claims;
  blame = {
      claims, {}, std::to_string(count) + " claims; there must be 1 to " + std::to_string(limits::kClaimsPerCallMax)};
  return nullptr;
}

}  // namespace

void route_claim_batch(HttpCall& call) {
  if (!no_query(call)) return;
  HttpCommand& command = call.command;
  if (auto error = command.json.read_marking_repeats(call.request.body)) {
    refuse_invalid(call, std::move(*error));
    return;
  }
  JsonBlame blame;
  const JsonNode* claims = find_claims(command.json.root(), blame);
  if (claims == nullptr) {
    refuse_invalid(call, blame_error(command.json.root(), std::move(blame)));
    return;
  }
  command.batch.clear();
  for (const JsonNode& entry : claims->children()) read_line(call, entry, command.batch.emplace_back());
  command.kind = HttpKind::kClaimBatch;
}

}  // namespace allot
