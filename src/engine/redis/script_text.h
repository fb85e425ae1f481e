// The scripts, compiled in: scripts/prelude.lua and the file of that name.
#pragma once

#include <string_view>

namespace allot {

extern const std::string_view k_claim_lua;
extern const std::string_view k_order_lua;
extern const std::string_view k_credit_lua;
extern const std::string_view k_live_lua;
extern const std::string_view k_fence_lua;

}  // namespace allot
