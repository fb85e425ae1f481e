// What the demo was told: every accepted claim, and what became of it.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/verdict.h"

namespace allot {

struct OwnedClaim {
  std::string id;
  std::uint32_t buyer = 0;
  std::uint32_t pool = 0;
  ClaimState state = ClaimState::kHeld;  // as the answers say
};

/// Units that answers say are owned right now, over all threads. A unit counts from its `accepted` until its release
/// is *sent*, so at no moment more are counted than the server had given away.
class LiveUnits {
 public:
  explicit LiveUnits(std::int64_t owned = 0) : now_(owned), peak_(owned) {}
  void add() noexcept;
  void remove() noexcept { now_.fetch_sub(1); }
  std::int64_t now() const noexcept { return now_.load(); }
  std::int64_t peak() const noexcept { return peak_.load(); }

 private:
  std::atomic<std::int64_t> now_;
  std::atomic<std::int64_t> peak_;
};

/// Used by one thread.
class ClaimBook {
 public:
  explicit ClaimBook(LiveUnits& live) : live_(live) {}

  /// Number of the claim in claims(). The same id twice is two claims, which the checker then finds.
  std::size_t accepted(OwnedClaim claim);
  void confirmed(std::size_t number) { claims_[number].state = ClaimState::kConfirmed; }
  void release_sent() { live_.remove(); }
  void released(std::size_t number) { claims_[number].state = ClaimState::kReleased; }
  const std::vector<OwnedClaim>& claims() const noexcept { return claims_; }

 private:
  LiveUnits& live_;
  std::vector<OwnedClaim> claims_;
};

}  // namespace allot
