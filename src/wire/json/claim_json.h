// JSON of a claim -> ClaimRequest. All text is copied into an Arena.
#pragma once

#include <string>
#include <string_view>

#include "core/arena.h"
#include "core/claim.h"
#include "wire/json/json_field.h"

namespace allot {

/// Body of POST /v1/sales/{sale}/claims. An absent id is let through: the engine knows whether it is
/// needed. `scratch` is working memory to be reused.
bool json_claim(const JsonNode& root, Arena& arena, std::string& scratch, ClaimRequest& claim, JsonBlame& blame);

/// One entry of POST /v1/claims, which also names its sale.
bool json_batch_claim(const JsonNode& root, Arena& arena, std::string& scratch, std::string_view& sale,
                      ClaimRequest& claim, JsonBlame& blame);

}  // namespace allot
