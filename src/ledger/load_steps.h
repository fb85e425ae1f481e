// The begin and the end of a load of a hot copy: pure, so that every ledger decides alike.
#pragma once

#include <cstdint>

#include "core/claim.h"
#include "engine/entry.h"
#include "engine/snapshot.h"
#include "ledger/step.h"

namespace allot {

/// A loader that has said nothing for so long has died.
inline constexpr Millis kLoaderSilenceMax = 5'000;
/// So many of a sale's newest credits outlast a new load.
inline constexpr std::uint64_t kCreditsKept = 10'000;

/// The part of a sale's row that loads change.
struct LoadState {
  SaleMode mode = SaleMode::kHot;
  std::uint32_t epoch = 0;
  EntryMark mark;
  std::uint64_t token = 0;  // 0: nobody has loaded the sale yet
  std::uint32_t shards = 1;
  Millis loader_at = 0;
  bool operator==(const LoadState&) const = default;
};

/// Answers the step (outcome, new_epoch), and changes `state` when the outcome is kMine.
void begin_load(LoadState& state, FenceStep& step);
/// Answers the step (done), but for its credit_no. The step that has ended the load may be repeated.
void end_load(LoadState& state, LiveStep& step);

}  // namespace allot
