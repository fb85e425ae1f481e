// Claim ids made by the server: unique, time-ordered, 63 bits.
#pragma once

#include <atomic>
#include <cstdint>

#include "core/claim.h"

namespace allot {

/// Layout, high to low: 41 bits of milliseconds since 2020, 10 bits of the process's fence, 12 bits of count.
/// Good until 2089. A burst beyond 4,096 in a millisecond borrows from the next ones; a clock set back
/// is not followed. Thread-safe.
class ClaimIds {
 public:
  /// `fence` tells apart successive owners of a ledger and processes that share it, of which one that has seen a
  /// thousand others join may have a namesake; `not_before` is the newest time in the ledger.
  ClaimIds(std::uint32_t fence, Millis not_before);

  /// First of `count` ids; each further one is next_id(previous). REQUIRES: count > 0.
  std::uint64_t take(Millis now, std::uint64_t count);
  std::uint64_t next_id(std::uint64_t id) const;
  /// Ids of this fence were made elsewhere: from now on those of another.
  void change_fence(std::uint32_t fence);

 private:
  std::uint64_t compose(std::uint64_t tick) const;

  static std::uint64_t bits_of(std::uint32_t fence);

  std::atomic<std::uint64_t> fence_bits_;
  std::atomic<std::uint64_t> next_tick_;  // milliseconds << 12 | count
};

}  // namespace allot
