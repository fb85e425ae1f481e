#include "engine/memory/chunk.h"

#include <sys/mman.h>

#include <new>

namespace allot {

// Every accepted claim writes to memory that was never used before: with small pages, taking them from the
// system one by one costs more than deciding the claim.
Chunk make_chunk(std::size_t bytes) {
  const bool huge = bytes >= kHugeChunkBytes && bytes % kHugeChunkBytes == 0;
  void* memory = huge ? std::aligned_alloc(kHugeChunkBytes, bytes) : std::malloc(bytes);
  if (memory == nullptr) throw std::bad_alloc();
  if (huge) madvise(memory, bytes, MADV_HUGEPAGE);  // a wish: without it the chunk is as good
  return Chunk(static_cast<std::byte*>(memory));
}

}  // namespace allot
