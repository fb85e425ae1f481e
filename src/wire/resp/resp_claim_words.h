// The words of CLAIM.
#pragma once

#include <span>
#include <string_view>

#include "core/arena.h"
#include "core/claim.h"
#include "wire/resp/resp_words.h"

namespace allot {

/// CLAIM sale user id|- pool units [pool units …] [IFVERSION n] [REF r]
/// The first pair is a pool, whatever its name; after it IFVERSION and REF end the pools. Takes memory from
/// `arena` only, unless something is wrong: then it answers false, says why, and `sale` and `claim` mean nothing.
bool parse_claim_words(std::span<const std::string_view> words, Arena& arena, std::string_view& sale,
                       ClaimRequest& claim, WordsError& error);

}  // namespace allot
