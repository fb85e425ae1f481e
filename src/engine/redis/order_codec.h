// A restriction as arguments of order.lua, and its answer.
#pragma once

#include <cstdint>
#include <string>

#include "engine/engine.h"
#include "engine/redis/redis_reply.h"
#include "engine/redis/script_call.h"

namespace allot {

void add_order(ScriptCall& call, const HotOrder& order, std::uint64_t nonce);
/// Fills the answer and the entry from an answer that begins with "ok". Throws RedisError.
void read_order_answer(const RedisReply& reply, HotOrder& order, SaleUid uid, std::uint32_t epoch, std::uint64_t nonce);

/// A patch as the outbox carries it, and back. Throws RedisError.
std::string patch_text(const SalePatch& patch);
SalePatch read_patch(std::string_view text);

}  // namespace allot
