// Which lanes there are, by name and by uid.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "service/owned/lane.h"

namespace allot {

/// Thread-safe. Changed by the ledger thread only.
class Directory {
 public:
  using LanePtr = std::shared_ptr<Lane>;

  LanePtr find(std::string_view sale) const;
  LanePtr find(SaleUid uid) const;
  void insert(LanePtr lane);
  void erase(const LanePtr& lane);
  std::size_t size() const;
  /// In the order of the names, those behind `after`, at most `limit`.
  std::vector<LanePtr> page(std::string_view after, std::size_t limit) const;
  std::vector<LanePtr> all() const;
  /// Another number after every change, never the same in two directories: a thread may keep what it found.
  std::uint64_t generation() const { return generation_.load(std::memory_order_acquire); }

 private:
  mutable std::shared_mutex mutex_;
  std::map<std::string, LanePtr, std::less<>> by_name_;
  std::unordered_map<SaleUid, LanePtr> by_uid_;
  static std::uint64_t next_generation();
  std::atomic<std::uint64_t> generation_{next_generation()};
};

}  // namespace allot
