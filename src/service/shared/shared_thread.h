// The one thread of this process that writes a ledger which others write too: natural group commit.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "admission/claim_ids.h"
#include "engine/engine.h"
#include "ledger/ledger.h"
#include "service/counters.h"
#include "service/queued_step.h"
#include "service/shared/claim_group.h"
#include "service/shared/ledger_clock.h"

namespace allot {

/// While one transaction is with the ledger, the next one gathers. Claims and steps are decided in it. Thread-safe.
///
/// Failure: as in ARCHITECTURE.md, "When the ledger cannot be written"; there is nothing hot to be taken back.
/// `fenced` is called when the ledger belongs to another engine; nothing is committed after that.
class SharedThread {
 public:
  SharedThread(Ledger& ledger, Engine& engine, ClaimIds& ids, LedgerClock& clock, VerdictCounters& verdicts,
               std::function<void(const std::string&)> fenced);
  ~SharedThread();
  SharedThread(const SharedThread&) = delete;
  SharedThread& operator=(const SharedThread&) = delete;

  void start();
  /// Commits what is there, then ends. Idempotent.
  void stop();

  /// The call's text must be its own. False when too many wait.
  bool claim(WaitingCall call);
  /// While the ledger is away, `done` is called at once. False when too many wait.
  bool queue(QueuedStep step);

  bool frozen() const { return frozen_.load(std::memory_order_acquire); }
  const LedgerCounters& counters() const { return counters_; }
  std::size_t steps_waiting();

 private:
  struct Turn {
    std::vector<QueuedStep> steps;
    std::vector<std::shared_ptr<ClaimGroup>> groups;
    Work work;  // one step for each of `steps`, then one for each of `groups`
  };

  void run();
  bool is_stopping();
  bool wait_for_work();
  void tend();
  void collect(Turn& turn);
  void take_calls(std::vector<WaitingCall>& calls);
  void form_groups(Turn& turn, std::vector<WaitingCall> calls);
  void run_turn(Turn& turn);
  void fail(Turn& turn, const CommitOutcome& outcome);
  void finish(Turn& turn);
  void answer_steps(Turn& turn, CommitResult result);
  void hand_back(const std::vector<std::shared_ptr<ClaimGroup>>& groups, GroupFate fate);
  bool try_again_later(QueuedStep& waiting, Step& step);
  void try_again_later(std::vector<WaitingCall> calls);
  void freeze(const std::string& why);
  void thaw();

  Ledger& ledger_;
  Engine& engine_;
  ClaimIds& ids_;
  LedgerClock& clock_;
  VerdictCounters& verdicts_;
  std::function<void(const std::string&)> fenced_;
  std::atomic<bool> frozen_{false};
  bool is_fenced_ = false;
  std::chrono::steady_clock::time_point measured_;
  LedgerCounters counters_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::deque<WaitingCall> calls_;
  std::size_t claims_waiting_ = 0;  // in calls_
  std::size_t bytes_waiting_ = 0;
  std::deque<QueuedStep> steps_;
  std::thread thread_;
};

}  // namespace allot
