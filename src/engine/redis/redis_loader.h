// Fills a new epoch's keys from the ledger.
#pragma once

#include <string>

#include "engine/redis/redis_keys.h"
#include "engine/redis/redis_store.h"
#include "engine/snapshot.h"

namespace allot {

/// Writes state.epoch's keys, which nobody decides on until live.lua says so. `root`: number and nonce of the newest
/// entry in the ledger, or 0 and the load's token. Blocks until Redis has answered everything; `progress` is called
/// now and then. Empty: done; else why not. What a failed load has written is never used, and goes by itself: a load
/// begins again with a new epoch.
std::string load_sale(RedisStore& store, const RedisKeys& keys, const SaleState& state, const EntryMark& root,
                      ClaimSource& claims, const std::function<void()>& progress);

/// Removes an old epoch's keys, without blocking the server.
void drop_sale(RedisStore& store, const RedisKeys& keys);

}  // namespace allot
