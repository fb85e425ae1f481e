#include "service/commit_loop.h"

#include <chrono>
#include <thread>

namespace allot {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kRetryEvery{100};
constexpr milliseconds kWaitMax{2000};

}  // namespace

CommitOutcome commit_until_known(Ledger& ledger, Work& work, const CommitEvents& events) {
  const auto begin = steady_clock::now();
  bool waited_long = false;
  for (bool first = true;; first = false) {
    CommitOutcome outcome = ledger.commit(work);
    if (outcome.result != CommitResult::kUnknown) {
      // A retry that surely did nothing says nothing about the first try.
      if (first || outcome.result != CommitResult::kNothing) return outcome;
    }
    events.open(outcome.detail);
    if (!waited_long && steady_clock::now() - begin > kWaitMax) {
      waited_long = true;
      events.waited_long();
    }
    if (waited_long && events.is_stopping()) return outcome;
    std::this_thread::sleep_for(kRetryEvery);
  }
}

}  // namespace allot
