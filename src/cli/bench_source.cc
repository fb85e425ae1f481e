#include "cli/bench_source.h"

namespace allot {

bool BenchSource::next(Call& call) {
  const std::uint64_t number = tally_.issued.fetch_add(1, std::memory_order_relaxed);
  if (number >= options_.requests) return false;
  const std::uint64_t users = options_.users == 0 ? options_.requests : options_.users;
  call.kind = CallKind::kClaim;
  call.user = "u" + std::to_string(number % users);
  if (options_.ids == "client") call.claim = "c" + std::to_string(number);
  call.pool = "main";
  call.units = options_.units;
  return true;
}

void BenchSource::answered(const Call& /*call*/, const Reply& reply) {
  tally_.done.fetch_add(1, std::memory_order_relaxed);
  if (reply.verdict == Verdict::kAccepted) tally_.accepted.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace allot
