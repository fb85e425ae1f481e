#include "server/reply_queue.h"

#include <cassert>

namespace allot {
namespace {

constexpr std::size_t kFirstPlaces = 4;
constexpr std::size_t kKeptBytesMax = 4096;  // a place that held more gives its memory back

}  // namespace

ReplyQueue::Slot ReplyQueue::open() {
  if (next_ - head_ == places_.size()) grow();
  place(next_).filled = false;
  return next_++;
}

void ReplyQueue::grow() {
  std::vector<Place> bigger(places_.empty() ? kFirstPlaces : places_.size() * 2);
  for (Slot slot = head_; slot != next_; ++slot) bigger[slot & (bigger.size() - 1)] = std::move(place(slot));
  places_.swap(bigger);
}

std::string& ReplyQueue::begin(Slot slot, bool waits) {
  assert(slot >= head_ && slot < next_);
  direct_ = slot == head_ && !waits;
  return direct_ ? out_ : place(slot).bytes;
}

void ReplyQueue::close(Slot slot) {
  if (direct_) {
    direct_ = false;
    ++head_;
    if (head_ != next_ && place(head_).filled) drain();
    return;
  }
  place(slot).filled = true;
}

void ReplyQueue::close(Slot slot, GatePtr gate, std::string_view claim, std::uint64_t tag) {
  if (!gate) {
    close(slot);
    return;
  }
  Place& answer = place(slot);
  answer.gate = std::move(gate);
  answer.claim = claim;
  answer.tag = tag;
  answer.filled = true;
}

void ReplyQueue::drain() {
  for (; head_ != next_; ++head_) {
    Place& answer = place(head_);
    if (!answer.filled) return;
    const GateState state = answer.gate ? answer.gate->state() : GateState::kRecorded;
    switch (state) {
      case GateState::kWaiting: return;
      case GateState::kRecorded: out_ += answer.bytes; break;
      case GateState::kNothing: failures_.write_failure(out_, Outcome::kNone, answer.claim, answer.tag); break;
      case GateState::kUnknown: failures_.write_failure(out_, Outcome::kUnknown, answer.claim, answer.tag); break;
    }
    answer.gate.reset();
    if (answer.bytes.capacity() > kKeptBytesMax) std::string().swap(answer.bytes);
    answer.bytes.clear();
  }
}

}  // namespace allot
