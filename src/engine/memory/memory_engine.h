// The embedded engine: hot sales in this process's memory.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/engine.h"

namespace allot {

/// Randomness comes in from outside, so that the engine itself is deterministic.
struct MemorySeeds {
  std::uint64_t hash = 0;   // must be unknown to callers
  std::uint64_t nonce = 0;  // must differ between processes
};

/// Seeded from the system's random device.
std::unique_ptr<Engine> make_memory_engine();
/// For tests: the same seeds give the same nonces.
std::unique_ptr<Engine> make_memory_engine(MemorySeeds seeds);

}  // namespace allot
