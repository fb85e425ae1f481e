// Entries as the outbox stream holds them.
#pragma once

#include <memory>

#include "engine/entry.h"
#include "engine/redis/redis_reply.h"

namespace allot {

/// One item of XRANGE. Throws RedisError when it is none that the scripts write.
std::shared_ptr<const Entry> read_entry(const RedisReply& item, SaleUid uid);

}  // namespace allot
