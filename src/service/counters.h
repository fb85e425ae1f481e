// What the service counts, for /metrics.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <span>

#include "core/claim.h"
#include "core/verdict.h"

namespace allot {

inline constexpr std::size_t kVerdicts = static_cast<std::size_t>(Verdict::kHeadTooLarge) + 1;

/// Thread-safe; written once per batch.
class VerdictCounters {
 public:
  void add(std::span<const Decision> decisions) {
    std::array<std::uint32_t, kVerdicts> counts{};
    for (const Decision& decision : decisions) ++counts[static_cast<std::size_t>(decision.verdict)];
    for (std::size_t i = 0; i < kVerdicts; ++i) {
      if (counts[i] != 0) counts_[i].fetch_add(counts[i], std::memory_order_relaxed);
    }
  }
  void add(Verdict verdict, std::uint64_t count) {
    counts_[static_cast<std::size_t>(verdict)].fetch_add(count, std::memory_order_relaxed);
  }
  std::uint64_t count(Verdict verdict) const {
    return counts_[static_cast<std::size_t>(verdict)].load(std::memory_order_relaxed);
  }

 private:
  std::array<std::atomic<std::uint64_t>, kVerdicts> counts_{};
};

struct LedgerCounters {
  std::atomic<std::uint64_t> commits{0};
  std::atomic<std::uint64_t> claims{0};
  std::atomic<std::uint64_t> failures{0};
  std::atomic<std::uint64_t> busy_us{0};  // time inside commits
};

}  // namespace allot
