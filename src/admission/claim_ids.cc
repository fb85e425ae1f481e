#include "admission/claim_ids.h"

#include <algorithm>

namespace allot {
namespace {

constexpr Millis kEpoch = 1'577'836'800'000;  // 2020-01-01T00:00:00Z
constexpr unsigned kCountBits = 12;
constexpr unsigned kFenceBits = 10;
constexpr std::uint64_t kCountMask = (1U << kCountBits) - 1;

std::uint64_t tick_at(Millis time) {
  return static_cast<std::uint64_t>(std::max<Millis>(time - kEpoch, 0)) << kCountBits;
}

}  // namespace

ClaimIds::ClaimIds(std::uint32_t fence, Millis not_before)
    : fence_bits_(bits_of(fence)), next_tick_(tick_at(not_before + 1)) {}

std::uint64_t ClaimIds::bits_of(std::uint32_t fence) {
  return static_cast<std::uint64_t>(fence & ((1U << kFenceBits) - 1)) << kCountBits;
}

void ClaimIds::change_fence(std::uint32_t fence) { fence_bits_.store(bits_of(fence), std::memory_order_relaxed); }

std::uint64_t ClaimIds::take(Millis now, std::uint64_t count) {
  const std::uint64_t earliest = tick_at(now);
  std::uint64_t next = next_tick_.load(std::memory_order_relaxed);
  std::uint64_t first = 0;
  do {
    first = std::max(next, earliest);
  } while (!next_tick_.compare_exchange_weak(next, first + count, std::memory_order_relaxed));
  return compose(first);
}

std::uint64_t ClaimIds::next_id(std::uint64_t id) const {
  const std::uint64_t tick = (id >> (kCountBits + kFenceBits) << kCountBits) | (id & kCountMask);
  return compose(tick + 1);
}

std::uint64_t ClaimIds::compose(std::uint64_t tick) const {
  return (tick >> kCountBits << (kCountBits + kFenceBits)) | fence_bits_.load(std::memory_order_relaxed) |
         (tick & kCountMask);
}

}  // namespace allot
