#include "service/shared/shared_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <unordered_map>

#include "core/limits.h"

namespace allot {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kProbeEvery{100};
constexpr milliseconds kMeasureEvery{5000};  // the ledger's clock

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

void SharedThread::freeze(const std::string& why) {
  if (!frozen_.exchange(true)) {
    spdlog::error("the ledger cannot be written: {}; claims are `unavailable` until it can", why);
  }
}

void SharedThread::thaw() {
  if (frozen_.exchange(false)) spdlog::info("the ledger can be written again");
}

}  // namespace allot
