#include "service/owned/directory.h"

#include <mutex>

namespace allot {

std::uint64_t Directory::next_generation() {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

Directory::LanePtr Directory::find(std::string_view sale) const {
  const std::shared_lock lock(mutex_);
  const auto found = by_name_.find(sale);
  return found == by_name_.end() ? nullptr : found->second;
}

Directory::LanePtr Directory::find(SaleUid uid) const {
  const std::shared_lock lock(mutex_);
  const auto found = by_uid_.find(uid);
  return found == by_uid_.end() ? nullptr : found->second;
}

void Directory::insert(LanePtr lane) {
  const std::unique_lock lock(mutex_);
  by_uid_[lane->uid()] = lane;
  by_name_[lane->name()] = std::move(lane);
  generation_.store(next_generation(), std::memory_order_release);
}

void Directory::erase(const LanePtr& lane) {
  const std::unique_lock lock(mutex_);
  by_uid_.erase(lane->uid());
  const auto found = by_name_.find(lane->name());
  if (found != by_name_.end() && found->second == lane) by_name_.erase(found);
  generation_.store(next_generation(), std::memory_order_release);
}

std::size_t Directory::size() const {
  const std::shared_lock lock(mutex_);
  return by_name_.size();
}

std::vector<Directory::LanePtr> Directory::page(std::string_view after, std::size_t limit) const {
  const std::shared_lock lock(mutex_);
  std::vector<LanePtr> lanes;
  auto next = after.empty() ? by_name_.begin() : by_name_.upper_bound(after);
  for (; next != by_name_.end() && lanes.size() < limit; ++next) lanes.push_back(next->second);
  return lanes;
}

std::vector<Directory::LanePtr> Directory::all() const { return page({}, static_cast<std::size_t>(-1)); }

}  // namespace allot
