// A batch of claims as arguments of claim.lua, and its answers as decisions.
#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "engine/redis/redis_reply.h"
#include "engine/redis/script_call.h"

namespace allot {

/// Adds the batch; ids that the server makes are written into the batch's arena. `nonce` names the entry that comes of
/// it.
void add_claims(ScriptCall& call, const ClaimBatch& batch, std::uint64_t nonce);

/// Fills decisions and entry from an answer that begins with "ok". Throws RedisError.
void read_claim_answers(const RedisReply& reply, ClaimBatch& batch, SaleUid uid, std::uint32_t epoch,
                        std::uint64_t nonce);

}  // namespace allot
