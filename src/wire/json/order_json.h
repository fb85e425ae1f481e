// Bodies of restock, release and extend -> their operations. The sale and the claim come from the path.
#pragma once

#include "core/arena.h"
#include "core/operation.h"
#include "wire/json/json_field.h"

namespace allot {

/// {"id","pool","units","if_version","total"}: pool may be `*`, units negative but not 0.
bool json_restock(const JsonNode& root, Restock& to, JsonBlame& blame);
/// {"id","reason","confirmed","items","bar"}: all optional, `items` needs an `id`. `arena` is working memory.
bool json_release(const JsonNode& root, Arena& arena, ReleaseClaim& to, JsonBlame& blame);
/// {"seconds"}
bool json_extend(const JsonNode& root, ExtendClaim& to, JsonBlame& blame);

}  // namespace allot
