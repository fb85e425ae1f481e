// Claims and orders on their way to Redis and back.
#include "service/redis/redis_lane.h"

#include <algorithm>
#include <map>
#include <utility>

#include "core/limits.h"
#include "service/wake.h"

namespace allot {
namespace {

constexpr int kTriesMax = 8;  // of one round or order, with something mended in between

void take_requests(ClaimBatch& batch, const ClaimCall& call) {
  batch.requests.insert(batch.requests.end(), call.batch.requests.begin(), call.batch.requests.end());
}

/// Hands the call's own requests and decisions back. What the decisions borrow lies in the round's arena.
void give_decisions(ClaimCall& call, const ClaimBatch& batch, std::size_t first) {
  const auto begin = batch.decisions.begin() + static_cast<std::ptrdiff_t>(first);
  call.batch.decisions.assign(begin, begin + static_cast<std::ptrdiff_t>(call.batch.requests.size()));
  call.batch.now = batch.now;
}

}  // namespace

void RedisLane::decide(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  call.own_text();
  call.refusal = CallRefusal::kNone;
  call.gates.assign(call.batch.requests.size(), nullptr);
  Lock lock(mutex_);
  if (waiting_claims_ + call.batch.requests.size() > limits::kOutboxClaimsMax ||
      entries_.size() > limits::kOutboxClaimsMax / 16) {
    lock.unlock();
    call.refusal = CallRefusal::kOverloaded;
    call.batch.now = house_.ledger_time();
    house_.count(call);
    client->home()->post([&call, client] { client->decided(call); });
    return;
  }
  waiting_claims_ += call.batch.requests.size();
  waiting_.push_back({&call, client});
  pump(lock);
}

// One round is with Redis at a time; the next one gathers.
void RedisLane::pump(Lock& lock) {
  if (busy_ || waiting_.empty()) return;
  if (!sale_) return build(lock);
  busy_ = true;
  const RoundPtr round = next_round();
  const auto sale = sale_;
  lock.unlock();
  send(round, sale);
}

void RedisLane::build(Lock& lock) {
  if (building_) return;
  building_ = true;
  lock.unlock();
  house_.rebuild(shared_from_this());
}

RedisLane::RoundPtr RedisLane::next_round() {
  auto round = std::make_shared<Round>();
  round->nonce = house_.nonce();
  while (!waiting_.empty()) {
    const Waiting& next = waiting_.front();
    const std::size_t claims = next.call->batch.requests.size();
    if (!round->calls.empty() && round->batch.requests.size() + claims > limits::kBatchClaimsMax) break;
    take_requests(round->batch, *next.call);
    waiting_claims_ -= claims;
    round->calls.push_back(next);
    waiting_.pop_front();
  }
  return round;
}

void RedisLane::send(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale) {
  round->batch.now = house_.ledger_time();
  round->batch.frozen = house_.frozen();
  sale->decide(round->batch, round->nonce, [self = shared_from_this(), round, sale](HotFate fate, std::uint64_t known) {
    self->have(round, sale, fate, known);
  });
}

void RedisLane::have(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale, HotFate fate, std::uint64_t known) {
  switch (fate) {
    case HotFate::kDone: decided(round, sale, known); return end_round();
    case HotFate::kNothing: refuse(round, Outcome::kNone); return end_round();
    case HotFate::kUnknown: refuse(round, Outcome::kUnknown); return end_round();
    case HotFate::kOverdue:
    case HotFate::kLost:
    case HotFate::kNotLive:
    case HotFate::kVerify:
    case HotFate::kStale: break;
  }
  if (++round->tries > kTriesMax) {
    refuse(round, Outcome::kNone);
    return end_round();
  }
  mend(fate, sale, [self = shared_from_this(), round](bool mended) {
    const auto now = self->sale();
    if (mended && now) return self->send(round, now);
    self->refuse(round, Outcome::kNone);
    self->end_round();
  });
}

void RedisLane::decided(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale, std::uint64_t known) {
  {
    Lock lock(mutex_);
    if (sale != sale_) {  // given up meanwhile: its entries may be void
      lock.unlock();
      return refuse(round, Outcome::kUnknown);
    }
    if (round->batch.entry) entries_.add(round->batch.entry);
    std::size_t first = 0;
    for (const Waiting& each : round->calls) {
      give_decisions(*each.call, round->batch, first);
      each.call->keep = round->kept;
      for (std::size_t i = 0; i < each.call->batch.decisions.size(); ++i) {
        const std::uint64_t seq = each.call->batch.decisions[i].rests_on;
        if (seq <= known) continue;
        each.call->gates[i] = entries_.gate(seq);
        if (each.call->gates[i]) entries_.wait(seq, each.client);
      }
      first += each.call->batch.requests.size();
    }
    advance(lock);
  }
  answer(round);
}

// The claims of a round that Redis did not take, or that nobody can tell what became of.
void RedisLane::refuse(const RoundPtr& round, Outcome outcome) {
  const Millis now = house_.ledger_time();
  for (const Waiting& each : round->calls) {
    ClaimCall& call = *each.call;
    call.batch.now = now;
    call.batch.decisions.assign(call.batch.requests.size(), Decision{});
    for (std::size_t i = 0; i < call.batch.requests.size(); ++i) {
      const ClaimRequest& request = call.batch.requests[i];
      Decision& decision = call.batch.decisions[i];
      decision.claim = request.id;
      if (outcome == Outcome::kNone) continue;
      if (request.id.empty()) decision.claim = call.batch.arena.copy(std::to_string(request.fresh_id));
      call.gates[i] = std::make_shared<Gate>();
      call.gates[i]->move(GateState::kUnknown);
    }
  }
  answer(round);
}

void RedisLane::end_round() {
  Lock lock(mutex_);
  busy_ = false;
  pump(lock);
}

void RedisLane::answer(const RoundPtr& round) {
  std::map<Home*, std::vector<Waiting>> homes;
  for (const Waiting& each : round->calls) {
    house_.count(*each.call);
    homes[each.client->home()].push_back(each);
  }
  for (auto& [home, calls] : homes) {
    home->post([calls = std::move(calls)] {
      for (const Waiting& each : calls) each.client->decided(*each.call);
    });
  }
}

void RedisLane::order(std::shared_ptr<HotOrder> order, std::function<void(GateState)> ready) {
  try_order(std::move(order), 0, std::move(ready));
}

void RedisLane::try_order(std::shared_ptr<HotOrder> order, int tries, std::function<void(GateState)> ready) {
  order->verdict = Verdict::kUnavailable;
  if (tries > kTriesMax || house_.frozen()) return ready(GateState::kNothing);
  Lock lock(mutex_);
  if (no_sale_ && tries > 0) {
    lock.unlock();
    order->verdict = Verdict::kUnknownSale;
    return ready(GateState::kRecorded);
  }
  const auto again = [self = shared_from_this(), order, tries, ready](GateState state) {
    if (state != GateState::kRecorded) return ready(state);
    self->try_order(order, tries + 1, ready);
  };
  if (!sale_) {
    attaching_.push_back(again);
    return build(lock);
  }
  const auto sale = sale_;
  lock.unlock();
  order->now = house_.ledger_time();
  sale->order(*order, house_.nonce(), [self = shared_from_this(), order, sale, ready, again](HotFate fate) {
    switch (fate) {
      case HotFate::kDone: return self->ordered(order, sale, ready);
      case HotFate::kNothing: return ready(GateState::kNothing);
      case HotFate::kUnknown: return ready(GateState::kUnknown);
      case HotFate::kOverdue:
      case HotFate::kLost:
      case HotFate::kNotLive:
      case HotFate::kVerify:
      case HotFate::kStale: break;
    }
    self->mend(fate, sale, [again](bool mended) { again(mended ? GateState::kRecorded : GateState::kNothing); });
  });
}

void RedisLane::ordered(const std::shared_ptr<HotOrder>& order, const std::shared_ptr<RedisSale>& sale,
                        std::function<void(GateState)> ready) {
  Lock lock(mutex_);
  if (sale != sale_) {
    lock.unlock();
    return ready(order->entry ? GateState::kUnknown : GateState::kRecorded);
  }
  if (order->entry) entries_.add(order->entry);
  const GatePtr gate = order->rests_on == 0 ? nullptr : entries_.gate(order->rests_on);
  if (!gate) {
    lock.unlock();
    return ready(GateState::kRecorded);
  }
  entries_.wait(
      order->rests_on, run_when_moved(gate, [self = shared_from_this(), ready](GateState state) {
        if (state != GateState::kRecorded) return ready(state);
        // What a restock gives must be there for whoever asks next.
        self->when_credited([ready](bool applied) { ready(applied ? GateState::kRecorded : GateState::kUnknown); });
      }));
  advance(lock);
}

void RedisLane::stock(std::function<void(const RedisSale::Standing*)> ready) {
  const auto sale = this->sale();
  if (!sale) {
    Lock lock(mutex_);
    attaching_.push_back([self = shared_from_this(), ready](GateState state) {
      if (state != GateState::kRecorded || !self->sale()) return ready(nullptr);
      self->stock(ready);
    });
    return build(lock);
  }
  sale->standing([self = shared_from_this(), ready](HotFate fate, const RedisSale::Standing& standing) {
    ready(fate == HotFate::kDone ? &standing : nullptr);
  });
}

std::shared_ptr<RedisSale> RedisLane::sale() {
  const Lock lock(mutex_);
  return sale_;
}

std::uint32_t RedisLane::lost_epoch() {
  const Lock lock(mutex_);
  return lost_epoch_;
}

bool RedisLane::is_forgettable() {
  const Lock lock(mutex_);
  return no_sale_ && !sale_ && !busy_ && !building_ && waiting_.empty() && attaching_.empty();
}

}  // namespace allot
