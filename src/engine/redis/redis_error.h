// What Redis says is not what the scripts say.
#pragma once

#include <stdexcept>

namespace allot {

/// A reply that no version of the scripts gives.
class RedisError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace allot
