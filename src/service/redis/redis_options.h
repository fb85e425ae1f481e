// Where the hot copies are.
#pragma once

#include <string>

#include "engine/redis/redis_address.h"

namespace allot {

struct RedisOptions {
  RedisAddress address;
  std::string prefix;  // of the keys, without braces
};

}  // namespace allot
