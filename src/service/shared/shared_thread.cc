#include "service/shared/shared_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <map>
#include <unordered_map>

#include "core/limits.h"
#include "service/commit_loop.h"

namespace allot {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kProbeEvery{100};
constexpr milliseconds kMeasureEvery{5000};  // the ledger's clock

bool is_more_overdue(const Step& step) {
  const auto* decide = std::get_if<DecideStep>(&step);
  return decide != nullptr && decide->outcome == DecideStep::Outcome::kMoreOverdue;
}

GroupFate fate_of(CommitResult result) {
  return result == CommitResult::kUnknown ? GroupFate::kUnknown : GroupFate::kNothing;
}

void set_now(Step& step, Millis now) {
  std::visit(
      [now](auto& what) {
        if constexpr (requires { what.now; }) what.now = std::max(what.now, now);
      },
      step);
}

}  // namespace

SharedThread::SharedThread(Ledger& ledger, Engine& engine, ClaimIds& ids, LedgerClock& clock, VerdictCounters& verdicts,
                           std::function<void(const std::string&)> fenced)
    : ledger_(ledger),
      engine_(engine),
      ids_(ids),
      clock_(clock),
      verdicts_(verdicts),
      fenced_(std::move(fenced)),
      measured_(steady_clock::now()) {}

SharedThread::~SharedThread() { stop(); }

void SharedThread::start() {
  thread_ = std::thread([this] { run(); });
}

void SharedThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool SharedThread::claim(WaitingCall call) {
  {
    const std::lock_guard lock(mutex_);
    const std::size_t claims = call.call->batch.requests.size();
    if (stopping_ || claims_waiting_ + claims > limits::kClaimsWaitingMax ||
        bytes_waiting_ > limits::kWaitingBytesMax) {
      return false;
    }
    claims_waiting_ += claims;
    bytes_waiting_ += call.call->batch.arena.bytes();
    calls_.push_back(std::move(call));
    if (calls_.size() > 1) return true;
  }
  wake_.notify_one();
  return true;
}

bool SharedThread::queue(QueuedStep step) {
  if (frozen()) {
    if (step.done) step.done(step.step, CommitResult::kNothing);
    return true;
  }
  {
    const std::lock_guard lock(mutex_);
    if (steps_.size() >= limits::kLedgerStepsWaitingMax || stopping_) return false;
    steps_.push_back(std::move(step));
    if (steps_.size() > 1) return true;
  }
  wake_.notify_one();
  return true;
}

std::size_t SharedThread::steps_waiting() {
  const std::lock_guard lock(mutex_);
  return steps_.size();
}

bool SharedThread::is_stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void SharedThread::run() {
  while (wait_for_work()) {
    tend();
    Turn turn;
    collect(turn);
    if (!turn.work.steps.empty()) run_turn(turn);
  }
}

// False when there is nothing left to do and the thread shall end.
bool SharedThread::wait_for_work() {
  std::unique_lock lock(mutex_);
  const auto something = [this] { return stopping_ || !calls_.empty() || !steps_.empty(); };
  wake_.wait_for(lock, frozen_ && !is_fenced_ ? kProbeEvery : kMeasureEvery, something);
  return !stopping_ || !calls_.empty() || !steps_.empty();
}

void SharedThread::tend() {
  if (is_fenced_) return;
  if (frozen_ && ledger_.probe().empty()) thaw();
  if (frozen_ || steady_clock::now() - measured_ < kMeasureEvery) return;
  measured_ = steady_clock::now();
  try {
    clock_.measure(ledger_);
  } catch (const LedgerError& error) {
    spdlog::warn("the ledger does not tell its time: {}", error.what());
  }
}

void SharedThread::collect(Turn& turn) {
  std::vector<WaitingCall> calls;
  {
    const std::lock_guard lock(mutex_);
    while (!steps_.empty() && turn.steps.size() < limits::kTransactionStepsMax) {
      turn.steps.push_back(std::move(steps_.front()));
      steps_.pop_front();
    }
    take_calls(calls);
  }
  // Ends are judged by the time of the transaction, not by how long somebody has waited for it.
  const Millis now = clock_.now();
  for (QueuedStep& step : turn.steps) {
    set_now(step.step, now);
    turn.work.steps.push_back(step.step);
  }
  form_groups(turn, std::move(calls));
  for (const auto& group : turn.groups) turn.work.steps.emplace_back(group->step(now));
}

// With the lock held.
void SharedThread::take_calls(std::vector<WaitingCall>& calls) {
  for (std::size_t claims = 0; !calls_.empty() && claims < limits::kTransactionClaimsMax; calls_.pop_front()) {
    ClaimBatch& batch = calls_.front().call->batch;
    claims += batch.requests.size();
    claims_waiting_ -= batch.requests.size();
    bytes_waiting_ -= batch.arena.bytes();
    calls.push_back(std::move(calls_.front()));
  }
}

void SharedThread::form_groups(Turn& turn, std::vector<WaitingCall> calls) {
  std::unordered_map<std::string_view, ClaimGroup*> by_sale;
  for (WaitingCall& call : calls) {
    ClaimGroup*& group = by_sale[call.call->sale];
    if (group == nullptr) {
      turn.groups.push_back(std::make_shared<ClaimGroup>(call.call->sale, engine_, ids_, clock_));
      group = turn.groups.back().get();
    }
    group->add(std::move(call));
  }
}

void SharedThread::run_turn(Turn& turn) {
  if (frozen_) {
    answer_steps(turn, CommitResult::kNothing);
    hand_back(turn.groups, GroupFate::kNothing);
    return;
  }
  const auto begin = steady_clock::now();
  const CommitOutcome outcome = commit_until_known(ledger_, turn.work,
                                                   {.open = [this](const std::string& why) { freeze(why); },
                                                    .waited_long =
                                                        [this, &turn] {
                                                          answer_steps(turn, CommitResult::kUnknown);
                                                          hand_back(turn.groups, GroupFate::kUnknown);
                                                        },
                                                    .is_stopping = [this] { return is_stopping(); }});
  const auto took = std::chrono::duration_cast<std::chrono::microseconds>(steady_clock::now() - begin);
  counters_.busy_us.fetch_add(static_cast<std::uint64_t>(took.count()), std::memory_order_relaxed);
  if (outcome.result == CommitResult::kDone)
    finish(turn);
  else
    fail(turn, outcome);
}

void SharedThread::fail(Turn& turn, const CommitOutcome& outcome) {
  counters_.failures.fetch_add(1, std::memory_order_relaxed);
  freeze(outcome.detail);
  answer_steps(turn, outcome.result);
  hand_back(turn.groups, fate_of(outcome.result));
  if (outcome.result == CommitResult::kFenced && !is_fenced_) {
    is_fenced_ = true;
    fenced_(outcome.detail);
  }
}

void SharedThread::finish(Turn& turn) {
  counters_.commits.fetch_add(1, std::memory_order_relaxed);
  thaw();
  answer_steps(turn, CommitResult::kDone);
  std::vector<std::shared_ptr<ClaimGroup>> decided;
  std::vector<std::shared_ptr<ClaimGroup>> unknown;
  for (std::size_t i = 0; i < turn.groups.size(); ++i) {
    const auto& step = std::get<DecideStep>(turn.work.steps[turn.steps.size() + i]);
    switch (step.outcome) {
      case DecideStep::Outcome::kDecided:
        counters_.claims.fetch_add(turn.groups[i]->accepted(), std::memory_order_relaxed);
        decided.push_back(turn.groups[i]);
        break;
      case DecideStep::Outcome::kUnknownSale: unknown.push_back(turn.groups[i]); break;
      case DecideStep::Outcome::kNone:
      case DecideStep::Outcome::kMoreOverdue: try_again_later(turn.groups[i]->take_calls()); break;
    }
  }
  hand_back(decided, GroupFate::kDecided);
  hand_back(unknown, GroupFate::kUnknownSale);
}

void SharedThread::answer_steps(Turn& turn, CommitResult result) {
  for (std::size_t i = 0; i < turn.steps.size(); ++i) {
    Step& step = turn.work.steps[i];
    if (result == CommitResult::kDone && try_again_later(turn.steps[i], step)) continue;
    if (turn.steps[i].done) turn.steps[i].done(step, result);
    turn.steps[i].done = nullptr;
  }
}

bool SharedThread::try_again_later(QueuedStep& waiting, Step& step) {
  if (!is_more_overdue(step)) return false;
  const std::lock_guard lock(mutex_);
  steps_.push_front(std::move(waiting));
  return true;
}

// Bounds are for newcomers: these have been let in.
void SharedThread::try_again_later(std::vector<WaitingCall> calls) {
  const std::lock_guard lock(mutex_);
  for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
    claims_waiting_ += call->call->batch.requests.size();
    bytes_waiting_ += call->call->batch.arena.bytes();
    calls_.push_front(std::move(*call));
  }
}

// One wake-up per event loop, however many connections wait there.
void SharedThread::hand_back(const std::vector<std::shared_ptr<ClaimGroup>>& groups, GroupFate fate) {
  std::map<Home*, std::vector<WaitingCall>> homes;
  for (const auto& group : groups) {
    for (WaitingCall& waiting : group->hand_back(fate)) {
      const ClaimCall& call = *waiting.call;
      if (call.refusal == CallRefusal::kNone)
        verdicts_.add(call.batch.decisions);
      else
        verdicts_.add(Verdict::kUnknownSale, call.batch.requests.size());
      homes[waiting.client->home()].push_back(std::move(waiting));
    }
  }
  for (auto& [home, calls] : homes) {
    auto tell = [groups, calls = std::move(calls)] {
      for (const WaitingCall& waiting : calls) waiting.client->decided(*waiting.call);
    };
    if (home == nullptr)
      tell();
    else
      home->post(std::move(tell));
  }
}

void SharedThread::freeze(const std::string& why) {
  if (!frozen_.exchange(true)) {
    spdlog::error("the ledger cannot be written: {}; claims are `unavailable` until it can", why);
  }
}

void SharedThread::thaw() {
  if (frozen_.exchange(false)) spdlog::info("the ledger can be written again");
}

}  // namespace allot
