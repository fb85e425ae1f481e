#include "service/owned/deadlines.h"

#include <algorithm>
#include <chrono>

#include "core/limits.h"

namespace allot {
namespace {

constexpr Millis kSleepMax = 250;  // a hold lasts a second at least, so no new end is nearer
constexpr Millis kSleepMin = 1;
constexpr Millis kSleepFrozen = 100;

}  // namespace

Deadlines::Deadlines(Directory& directory, LedgerThread& ledger, const Clock& clock)
    : directory_(directory), ledger_(ledger), clock_(clock) {}

Deadlines::~Deadlines() { stop(); }

void Deadlines::start() {
  thread_ = std::thread([this] { run(); });
}

void Deadlines::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Deadlines::has_overdue(const std::shared_ptr<Lane>& lane) {
  {
    const std::lock_guard lock(mutex_);
    reported_.push_back(lane);
  }
  wake_.notify_one();
}

void Deadlines::run() {
  for (;;) {
    const Millis next = sweep();
    const Millis now = clock_.now();
    const Millis sleep = next == 0 ? kSleepMax : std::clamp(next - now, kSleepMin, kSleepMax);
    std::unique_lock lock(mutex_);
    wake_.wait_for(lock, std::chrono::milliseconds(ledger_.frozen() ? kSleepFrozen : sleep),
                   [this] { return stopping_ || !reported_.empty(); });
    if (stopping_) return;
    std::vector<std::shared_ptr<Lane>> reported;
    reported.swap(reported_);
    lock.unlock();
    for (const auto& lane : reported) expire(lane);
  }
}

// Returns the earliest end that is still ahead; 0: none is known.
Millis Deadlines::sweep() {
  Millis next = 0;
  if (ledger_.frozen()) return next;
  const Millis now = clock_.now();
  for (const auto& lane : directory_.all()) {
    const Millis due = lane->next_due();
    if (due == 0) continue;
    if (due <= now)
      expire(lane);
    else if (next == 0 || due < next)
      next = due;
  }
  return next;
}

void Deadlines::expire(const std::shared_ptr<Lane>& lane) {
  {
    const std::lock_guard lock(mutex_);
    if (!busy_.insert(lane->uid()).second) return;
  }
  ExpireStep step;
  step.uid = lane->uid();
  step.now = lane->now();
  step.claims = lane->overdue(step.now, limits::kExpiriesPerStepMax);
  const bool queued =
      !step.claims.empty() && ledger_.queue({std::move(step), [this, lane](Step&, CommitResult) { step_ended(lane); }});
  if (!queued) step_ended(lane);
}

void Deadlines::step_ended(const std::shared_ptr<Lane>& lane) {
  {
    const std::lock_guard lock(mutex_);
    busy_.erase(lane->uid());
  }
  lane->overdue_done();
}

}  // namespace allot
