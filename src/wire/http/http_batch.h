// POST /v1/claims: many claims in one call.
#pragma once

#include "wire/http/http_call.h"

namespace allot {

/// {"claims":[…]}, 1 … limits::kClaimsPerCallMax entries. A bad entry is refused for itself alone.
void route_claim_batch(HttpCall& call);

}  // namespace allot
