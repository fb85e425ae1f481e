#include "service/redis/pending_entries.h"

#include <iterator>

namespace allot {
namespace {

void append(PendingEntries::Waiters& to, PendingEntries::Waiters& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

void PendingEntries::add(std::shared_ptr<const Entry> entry) {
  const std::uint64_t seq = entry->seq;
  if (seq <= known_) return;
  Place& place = places_[seq];
  if (!place.entry) place.entry = std::move(entry);
}

GatePtr PendingEntries::gate(std::uint64_t seq) { return seq <= known_ ? nullptr : places_[seq].gate; }

void PendingEntries::wait(std::uint64_t seq, const std::shared_ptr<Waiter>& waiter) {
  Waiters& waiters = places_[seq].waiters;
  if (waiters.empty() || waiters.back() != waiter) waiters.push_back(waiter);
}

std::shared_ptr<const Entry> PendingEntries::take() {
  const auto found = places_.find(next_);
  if (found == places_.end() || !found->second.entry) return nullptr;
  ++next_;
  return found->second.entry;
}

std::pair<std::uint64_t, std::uint64_t> PendingEntries::missing() const {
  if (places_.empty() || places_.rbegin()->first < next_) return {0, 0};
  const auto found = places_.find(next_);
  if (found != places_.end() && found->second.entry) return {0, 0};
  return {next_, places_.rbegin()->first};
}

void PendingEntries::recorded(std::uint64_t seq, Waiters& waiters) {
  if (seq <= known_) return;
  known_ = seq;
  next_ = std::max(next_, seq + 1);
  for (auto place = places_.begin(); place != places_.end() && place->first <= seq; place = places_.erase(place)) {
    place->second.gate->move(GateState::kRecorded);
    append(waiters, place->second.waiters);
  }
}

void PendingEntries::give_up(bool forget, Waiters& waiters) {
  for (auto& [seq, place] : places_) {
    place.gate->move(GateState::kUnknown);
    append(waiters, place.waiters);
  }
  if (forget) places_.clear();
}

}  // namespace allot
