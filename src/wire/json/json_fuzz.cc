// Whatever is read must be UTF-8, must come out of write_json() the same, and what passes as a definition
// must survive the ledger's column.
#include <string>

#include "wire/fuzz_check.h"
#include "wire/json/claim_json.h"
#include "wire/json/definition_json.h"
#include "wire/json/json_reader.h"
#include "wire/json/order_json.h"

namespace {

using namespace allot;

void check_written(const JsonNode& root) {
  std::string once;
  write_json(once, root);
  JsonReader again;
  fuzz_check(!again.read(once));
  fuzz_check(again.root().span == root.span);
  std::string twice;
  write_json(twice, again.root());
  fuzz_check(once == twice);
}

void check_paths(const JsonNode& root) {
  const std::uint32_t step = root.span / 16 + 1;
  for (std::uint32_t i = 0; i < root.span; i += step) {
    fuzz_check(is_utf8(json_path(root, (&root)[i])));
    fuzz_check(is_utf8(json_describe((&root)[i])));
  }
}

void check_values(const JsonNode& root) {
  static Arena arena;
  static std::string scratch;
  arena.clear();
  JsonBlame blame;
  ClaimRequest claim;
  if (json_claim(root, arena, scratch, claim, blame)) {
    fuzz_check(!claim.user.empty() && !claim.items.empty());
  } else {
    fuzz_check(is_utf8(blame_error(root, blame).detail));
  }
  Restock restock;
  ReleaseClaim release;
  if (json_restock(root, restock, blame)) fuzz_check(restock.units != 0);
  if (json_release(root, arena, release, blame)) fuzz_check(release.items.empty() || !release.id.empty());
}

void check_definition(std::string_view text) {
  const auto definition = parse_definition(text);
  if (!definition) return fuzz_check(is_utf8(definition.error().field) && is_utf8(definition.error().detail));
  const auto stored = parse_stored_definition(definition_json(*definition));
  fuzz_check(static_cast<bool>(stored) && *stored == *definition);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  static JsonReader reader;
  if (!reader.read(text)) {
    fuzz_check(is_utf8(text));
    check_written(reader.root());
    check_paths(reader.root());
    check_values(reader.root());
  }
  check_definition(text);
  if (const auto patch = parse_patch(text); !patch) fuzz_check(is_utf8(patch.error().field));
  return 0;
}
