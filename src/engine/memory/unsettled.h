// Entries that are decided but not in the ledger yet, and what is needed to take them back.
#pragma once

#include <algorithm>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>

#include "core/sale.h"
#include "engine/entry.h"

namespace allot {

/// How things stood before an entry. Counts are undone claim by claim, as credits may have moved them since.
struct UndoPoint {
  std::uint64_t seq = 0;
  std::uint64_t nonce = 0;
  ClaimNo first_claim = 0;
  std::uint32_t pools = 0;
  std::uint64_t bytes = 0;
  std::int64_t version = 0;
  std::optional<SaleSwitch> switched{};          // set by this entry
  std::unique_ptr<SaleDefinition> definition{};  // before this entry, if it changed
};

/// In the order of their numbers. Not thread-safe.
class Unsettled {
 public:
  UndoPoint& push(UndoPoint point) { return points_.emplace_back(std::move(point)); }
  UndoPoint& newest() noexcept { return points_.back(); }
  UndoPoint& oldest() noexcept { return points_.front(); }
  bool empty() const noexcept { return points_.empty(); }
  void pop_newest() noexcept { points_.pop_back(); }
  void pop_oldest() noexcept { points_.pop_front(); }

  bool contains(std::uint64_t seq) const noexcept { return !points_.empty() && seq >= points_.front().seq; }

  /// Number of the entry that brought this claim, or 0 when it is in the ledger.
  std::uint64_t entry_of(ClaimNo no) const noexcept {
    if (points_.empty() || no < points_.front().first_claim) return 0;
    const auto after = std::upper_bound(points_.begin(), points_.end(), no, [](ClaimNo value, const UndoPoint& point) {
      return value < point.first_claim;
    });
    return std::prev(after)->seq;
  }

  /// The newest entry on its way that pauses or closes the sale; null when there is none.
  const UndoPoint* switched() const noexcept {
    const auto found =
        std::find_if(points_.rbegin(), points_.rend(), [](const UndoPoint& point) { return point.switched; });
    return found == points_.rend() ? nullptr : &*found;
  }

 private:
  std::deque<UndoPoint> points_;
};

}  // namespace allot
