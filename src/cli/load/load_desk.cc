#include "cli/load/load_desk.h"

#include <algorithm>
#include <chrono>

namespace allot {

std::int64_t steady_ns() noexcept {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

void LoadResult::merge(const LoadResult& other) {
  latency.merge(other.latency);
  for (std::size_t i = 0; i < verdicts.size(); ++i) verdicts[i] += other.verdicts[i];
  not_understood += other.not_understood;
  seconds_ns = std::max(seconds_ns, other.seconds_ns);
  if (failure.empty()) failure = other.failure;
}

void LoadDesk::start() {
  start_ns_ = steady_ns();
  pacer_.start(start_ns_);
}

bool LoadDesk::take(Call& call) {
  const std::int64_t now = steady_ns();
  if (!pacer_.is_due(now)) return false;
  dry_ = !source_.next(call);
  if (dry_) return false;
  call.intended_ns = pacer_.take(now);
  ++in_flight_;
  return true;
}

void LoadDesk::answered(const Call& call, const Reply& reply) {
  const std::int64_t now = steady_ns();
  --in_flight_;
  result_.latency.add(now - call.intended_ns);
  result_.seconds_ns = now - start_ns_;
  if (reply.verdict) {
    ++result_.verdicts[static_cast<std::size_t>(*reply.verdict)];
  } else {
    ++result_.not_understood;
  }
  source_.answered(call, reply);
}

void LoadDesk::end_if_idle() {
  if (in_flight_ == 0 && dry_) io_.stop();
}

void LoadDesk::fail(const std::string& why) {
  if (result_.failure.empty()) result_.failure = why;
  io_.stop();
}

}  // namespace allot
