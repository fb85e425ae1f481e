#include "service/owned/ledger_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <map>

#include "core/limits.h"
#include "service/commit_loop.h"
#include "service/wake.h"

namespace allot {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kProbeEvery{100};

}  // namespace

LedgerThread::LedgerThread(Ledger& ledger, Directory& directory, const Clock& clock,
                           std::function<void(Step&)> step_recorded, std::function<void(const std::string&)> fenced)
    : ledger_(ledger),
      directory_(directory),
      clock_(clock),
      step_recorded_(std::move(step_recorded)),
      fenced_(std::move(fenced)) {}

LedgerThread::~LedgerThread() { stop(); }

void LedgerThread::start() {
  thread_ = std::thread([this] { run(); });
}

void LedgerThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void LedgerThread::notify(const std::shared_ptr<Lane>& lane) {
  {
    const std::lock_guard lock(mutex_);
    dirty_.push_back(lane);
    if (dirty_.size() > 1) return;
  }
  wake_.notify_one();
}

bool LedgerThread::queue(QueuedStep step) {
  {
    const std::lock_guard lock(mutex_);
    if (steps_.size() >= limits::kLedgerStepsWaitingMax || stopping_) return false;
    steps_.push_back(std::move(step));
    if (steps_.size() > 1) return true;
  }
  wake_.notify_one();
  return true;
}

bool LedgerThread::between(std::function<void()> job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= limits::kReadsWaitingMax || stopping_) return false;
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

std::size_t LedgerThread::steps_waiting() {
  const std::lock_guard lock(mutex_);
  return steps_.size();
}

bool LedgerThread::is_stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void LedgerThread::run() {
  while (wait_for_work()) {
    if (frozen_ && !is_fenced_) probe();
    Turn turn;
    collect(turn);
    run_turn(turn);
  }
}

// False when there is nothing left to do and the thread shall end.
bool LedgerThread::wait_for_work() {
  std::unique_lock lock(mutex_);
  const auto something = [this] { return stopping_ || !dirty_.empty() || !steps_.empty() || !jobs_.empty(); };
  if (frozen_ && !is_fenced_)
    wake_.wait_for(lock, kProbeEvery, something);
  else
    wake_.wait(lock, something);
  return !stopping_ || !dirty_.empty() || !steps_.empty() || !jobs_.empty();
}

void LedgerThread::collect(Turn& turn) {
  {
    // Steps are taken before the entries: whatever claim a step names is in this transaction or an older one.
    const std::lock_guard lock(mutex_);
    turn.steps.swap(steps_);
    turn.jobs.swap(jobs_);
    turn.lanes.swap(dirty_);
  }
  std::size_t claims = 0;
  std::vector<std::shared_ptr<const Entry>> entries;
  for (const auto& lane : turn.lanes) {
    const std::size_t first = entries.size();
    const std::size_t room = limits::kTransactionClaimsMax - std::min(claims, limits::kTransactionClaimsMax - 1);
    lane->take(entries, turn.steps.empty() ? room : static_cast<std::size_t>(-1));
    for (std::size_t i = first; i < entries.size(); ++i) claims += entries[i]->claims.size();
    if (lane->has_untaken()) notify(lane);
  }
  // Ends are judged by the time of the transaction, not by how long a step has waited for it.
  const Millis now = clock_.now();
  for (QueuedStep& step : turn.steps) {
    std::visit(
        [now](auto& what) {
          if constexpr (requires { what.now; }) what.now = std::max(what.now, now);
        },
        step.step);
  }
  turn.entries = entries.size();
  turn.work.steps.reserve(entries.size() + turn.steps.size());
  for (auto& entry : entries) turn.work.steps.emplace_back(EntryStep{std::move(entry), false});
  for (QueuedStep& step : turn.steps) turn.work.steps.push_back(std::move(step.step));
  counters_.claims.fetch_add(claims, std::memory_order_relaxed);
}

void LedgerThread::run_turn(Turn& turn) {
  if (frozen_) {
    take_back(turn, is_fenced_ ? CommitResult::kFenced : CommitResult::kNothing);
  } else if (!turn.work.steps.empty()) {
    const auto begin = steady_clock::now();
    const CommitOutcome outcome = commit_until_known(turn);
    const auto took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - begin);
    counters_.busy_us.fetch_add(static_cast<std::uint64_t>(took.count()), std::memory_order_relaxed);
    if (outcome.result == CommitResult::kDone) {
      finish(turn);
    } else {
      counters_.failures.fetch_add(1, std::memory_order_relaxed);
      freeze(outcome.detail);
      // Unknown comes out of the loop only when the process ends: the next one reads what the ledger holds.
      if (outcome.result == CommitResult::kUnknown)
        give_up_waiting(turn);
      else
        take_back(turn, outcome.result);
      if (outcome.result == CommitResult::kFenced && !is_fenced_) {
        is_fenced_ = true;
        fenced_(outcome.detail);
      }
    }
  }
  for (auto& job : turn.jobs) job();
}

CommitOutcome LedgerThread::commit_until_known(Turn& turn) {
  return allot::commit_until_known(ledger_, turn.work,
                                   {.open = [this](const std::string& why) { freeze(why); },
                                    .waited_long = [this, &turn] { give_up_waiting(turn); },
                                    .is_stopping = [this] { return is_stopping(); }});
}

void LedgerThread::finish(Turn& turn) {
  counters_.commits.fetch_add(1, std::memory_order_relaxed);
  if (frozen_ && !is_fenced_) {
    frozen_ = false;
    spdlog::info("the ledger can be written again");
  }
  std::map<SaleUid, Recorded> recorded;
  if (!gather_recorded(turn, recorded)) return;
  for (std::size_t i = turn.entries; i < turn.work.steps.size(); ++i) step_recorded_(turn.work.steps[i]);
  Lane::Waiters waiters;
  for (const auto& [uid, what] : recorded) {
    if (const auto lane = directory_.find(uid)) lane->recorded(what.seq, what.credit, waiters);
  }
  wake(waiters);
  answer_steps(turn, CommitResult::kDone);
}

// False when the ledger refused an entry, which after a fork only a restart can mend.
bool LedgerThread::gather_recorded(Turn& turn, std::map<SaleUid, Recorded>& recorded) {
  for (const Credit& credit : turn.work.credits) recorded[credit.uid].credit = &credit;
  for (std::size_t i = 0; i < turn.entries; ++i) {
    const auto& step = std::get<EntryStep>(turn.work.steps[i]);
    if (step.recorded) {
      recorded[step.entry->uid].seq = step.entry->seq;
      continue;
    }
    spdlog::critical("sale uid {}: the ledger refused entry {} of epoch {}; its past has forked", step.entry->uid,
                     step.entry->seq, step.entry->epoch);
    is_fenced_ = true;
    freeze("its past has forked");
    take_back(turn, CommitResult::kFenced);
    fenced_("the ledger refused an entry of this process");
    return false;
  }
  return true;
}

void LedgerThread::take_back(Turn& turn, CommitResult result) {
  {
    // Lanes that decided since: their entries follow ones that never were.
    const std::lock_guard lock(mutex_);
    turn.lanes.insert(turn.lanes.end(), dirty_.begin(), dirty_.end());
    dirty_.clear();
  }
  Lane::Waiters waiters;
  for (const auto& lane : turn.lanes) lane->take_back(waiters);
  wake(waiters);
  answer_steps(turn, result);
}

void LedgerThread::answer_steps(Turn& turn, CommitResult result) {
  for (std::size_t i = 0; i < turn.steps.size(); ++i) {
    if (turn.steps[i].done) turn.steps[i].done(turn.work.steps[turn.entries + i], result);
    turn.steps[i].done = nullptr;
  }
}

void LedgerThread::give_up_waiting(Turn& turn) {
  Lane::Waiters waiters;
  for (const auto& lane : turn.lanes) lane->give_up_waiting(waiters);
  wake(waiters);
  answer_steps(turn, CommitResult::kUnknown);
}

void LedgerThread::freeze(const std::string& why) {
  if (!frozen_.exchange(true)) {
    spdlog::error("the ledger cannot be written: {}; claims are `unavailable` until it can", why);
  }
}

void LedgerThread::probe() {
  const std::string why = ledger_.probe();
  if (!why.empty()) return;
  frozen_ = false;
  spdlog::info("the ledger can be written again");
}

}  // namespace allot
