// Which holds run out next.
#pragma once

#include <cstdint>

#include "core/claim.h"
#include "engine/entry.h"
#include "engine/memory/chunked.h"

namespace allot {

struct Expiry {
  Millis at = 0;
  ClaimNo no = 0;

  bool operator==(const Expiry&) const = default;
  bool operator<(const Expiry& other) const noexcept { return at != other.at ? at < other.at : no < other.no; }
};

/// A binary heap that grows without moving what it holds. What no longer counts stays in until it is on top:
/// whoever takes it out compares it with the claim.
class ExpiryHeap {
 public:
  bool empty() const noexcept { return heap_.empty(); }
  /// REQUIRES: not empty.
  Expiry top() const noexcept { return heap_[0]; }

  void push(Expiry expiry) {
    heap_.push_back(expiry);
    std::uint32_t hole = heap_.size() - 1;
    for (; hole > 0 && expiry < heap_[(hole - 1) / 2]; hole = (hole - 1) / 2) heap_[hole] = heap_[(hole - 1) / 2];
    heap_[hole] = expiry;
  }

  /// REQUIRES: not empty.
  void pop() noexcept {
    const Expiry last = heap_[heap_.size() - 1];
    heap_.pop_back();
    if (heap_.empty()) return;
    std::uint64_t hole = 0;
    for (std::uint64_t child = 1; child < heap_.size(); child = 2 * hole + 1) {
      if (child + 1 < heap_.size() && at(child + 1) < at(child)) ++child;
      if (!(at(child) < last)) break;
      at(hole) = at(child);
      hole = child;
    }
    at(hole) = last;
  }

 private:
  Expiry& at(std::uint64_t index) noexcept { return heap_[static_cast<std::uint32_t>(index)]; }

  ChunkedArray<Expiry> heap_;
};

}  // namespace allot
