// The one thread that writes the ledger: natural group commit.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "ledger/ledger.h"
#include "service/counters.h"
#include "service/owned/directory.h"
#include "service/owned/lane.h"
#include "service/queued_step.h"

namespace allot {

/// While one transaction is with the ledger, the next one gathers. Thread-safe.
///
/// Failure: see ARCHITECTURE.md, "When the ledger cannot be written". `fenced` is called when another
/// process owns the ledger; nothing is committed after that.
class LedgerThread {
 public:
  /// `step_recorded` runs on the ledger thread for each step of the ledger's own that is in the ledger now.
  LedgerThread(Ledger& ledger, Directory& directory, const Clock& clock, std::function<void(Step&)> step_recorded,
               std::function<void(const std::string&)> fenced);
  ~LedgerThread();
  LedgerThread(const LedgerThread&) = delete;
  LedgerThread& operator=(const LedgerThread&) = delete;

  void start();
  /// Commits what is there, then ends. Idempotent.
  void stop();

  /// The lane has entries to take.
  void notify(const std::shared_ptr<Lane>& lane);
  /// False when too many wait.
  bool queue(QueuedStep step);
  /// Runs a job between two commits, when all credits are applied. False when too many wait.
  bool between(std::function<void()> job);

  bool frozen() const { return frozen_.load(std::memory_order_acquire); }
  const LedgerCounters& counters() const { return counters_; }
  std::size_t steps_waiting();

 private:
  struct Turn {
    std::vector<QueuedStep> steps;
    std::vector<std::function<void()>> jobs;
    std::vector<std::shared_ptr<Lane>> lanes;
    Work work;
    std::size_t entries = 0;  // the first steps of `work`
  };

  /// What one commit means for one sale.
  struct Recorded {
    std::uint64_t seq = 0;
    const Credit* credit = nullptr;
  };

  void run();
  bool is_stopping();
  bool wait_for_work();
  void collect(Turn& turn);
  void run_turn(Turn& turn);
  CommitOutcome commit_until_known(Turn& turn);
  void finish(Turn& turn);
  bool gather_recorded(Turn& turn, std::map<SaleUid, Recorded>& recorded);
  void take_back(Turn& turn, CommitResult result);
  void answer_steps(Turn& turn, CommitResult result);
  void freeze(const std::string& why);
  void probe();
  void give_up_waiting(Turn& turn);

  Ledger& ledger_;
  Directory& directory_;
  const Clock& clock_;
  std::function<void(Step&)> step_recorded_;
  std::function<void(const std::string&)> fenced_;
  std::atomic<bool> frozen_{false};
  bool is_fenced_ = false;
  LedgerCounters counters_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::vector<std::shared_ptr<Lane>> dirty_;
  std::vector<QueuedStep> steps_;
  std::vector<std::function<void()>> jobs_;
  std::thread thread_;
};

}  // namespace allot
