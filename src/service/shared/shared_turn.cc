// One transaction of SharedThread: its commit, and what each outcome means for whom.
#include <map>

#include "service/commit_loop.h"
#include "service/shared/shared_thread.h"

namespace allot {
namespace {

using std::chrono::steady_clock;

bool is_more_overdue(const Step& step) {
  const auto* decide = std::get_if<DecideStep>(&step);
  return decide != nullptr && decide->outcome == DecideStep::Outcome::kMoreOverdue;
}

GroupFate fate_of(CommitResult result) {
  return result == CommitResult::kUnknown ? GroupFate::kUnknown : GroupFate::kNothing;
}

}  // namespace

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
  if (recorded_) recorded_(turn.work);
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

}  // namespace allot
