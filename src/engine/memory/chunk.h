// Memory for what grows by chunks.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>

namespace allot {

struct FreeChunk {
  void operator()(std::byte* memory) const noexcept { std::free(memory); }
};
/// Raw bytes: constructing a whole chunk would touch all its pages in one step.
using Chunk = std::unique_ptr<std::byte, FreeChunk>;

/// From this size on chunks are huge pages where the system has them.
inline constexpr std::size_t kHugeChunkBytes = 2U << 20U;

/// Aligned for any type. Throws std::bad_alloc.
Chunk make_chunk(std::size_t bytes);

}  // namespace allot
