#include "service/owned/lane.h"

#include <algorithm>
#include <cassert>

#include "core/limits.h"
#include "service/wake.h"

namespace allot {
namespace {

void add_waiter(Lane::Waiters& waiters, const std::shared_ptr<Waiter>& waiter) {
  if (waiters.empty() || waiters.back() != waiter) waiters.push_back(waiter);
}

void append(Lane::Waiters& to, Lane::Waiters& from) {
  to.insert(to.end(), std::make_move_iterator(from.begin()), std::make_move_iterator(from.end()));
  from.clear();
}

}  // namespace

Lane::Lane(SaleState state, std::unique_ptr<HotSale> hot, const Clock& clock, LaneEvents& events, Millis not_before)
    : uid_(state.uid),
      name_(std::move(state.sale)),
      clock_(clock),
      events_(events),
      hot_(std::move(hot)),
      last_now_(not_before) {
  refresh_due();
}

Millis Lane::now_locked() {
  last_now_ = std::max(last_now_, clock_.now());
  return last_now_;
}

Millis Lane::now() {
  const std::lock_guard lock(mutex_);
  return now_locked();
}

void Lane::decide(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  {
    const std::lock_guard lock(mutex_);
    if (park(call, client)) return;
    decide_locked(call, client);
  }
  events_.decided(call);
  client->decided(call);
}

// What is past its end is over whether or not the worker has come by: whoever asks at that moment waits
// for the release, which is one commit away, instead of being refused because of a hold that is no more.
bool Lane::park(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  const Millis due = next_due();
  if (due == 0 || call.parked || dropped_ || events_.frozen() || now_locked() < due) return false;
  call.parked = true;
  call.own_text();
  parked_.push_back({&call, client});
  events_.has_overdue(shared_from_this());
  return true;
}

void Lane::decide_locked(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  ClaimBatch& batch = call.batch;
  const std::size_t count = batch.requests.size();
  batch.now = now_locked();
  call.gates.assign(count, nullptr);
  call.refusal = CallRefusal::kNone;
  if (dropped_) {
    call.refusal = CallRefusal::kUnknownSale;
    return;
  }
  if (outbox_claims_ + count > limits::kOutboxClaimsMax || outbox_bytes_ > limits::kOutboxBytesMax) {
    call.refusal = CallRefusal::kOverloaded;
    return;
  }
  batch.frozen = retired_ || events_.frozen();
  batch.decisions.assign(count, Decision{});
  bool decided = false;
  hot_->decide(batch, [&decided] { decided = true; });
  assert(decided && "an engine that decides later needs a lane that gathers meanwhile");
  if (batch.entry) {
    push_entry(std::move(batch.entry));
    refresh_due();
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (Pending* found = pending(batch.decisions[i].rests_on)) {
      call.gates[i] = found->gate;
      add_waiter(found->waiters, client);
    }
  }
}

void Lane::order(std::shared_ptr<HotOrder> order, std::function<void(GateState)> ready) {
  GateState state = GateState::kRecorded;
  {
    const std::lock_guard lock(mutex_);
    order->now = now_locked();
    if (dropped_ || retired_ || events_.frozen()) {
      order->verdict = dropped_ ? Verdict::kUnknownSale : Verdict::kUnavailable;
      state = dropped_ ? GateState::kRecorded : GateState::kNothing;
    } else {
      hot_->order(*order, [] {});
      if (order->entry) push_entry(order->entry);
      if (Pending* found = pending(order->rests_on)) {
        found->waiters.push_back(run_when_moved(found->gate, std::move(ready)));
        return;
      }
    }
  }
  ready(state);
}

void Lane::push_entry(std::shared_ptr<Entry> entry) {
  const std::size_t claims = entry->claims.size();
  const std::size_t bytes = entry->arena.bytes();
  outbox_claims_ += claims;
  outbox_bytes_ += bytes;
  outbox_.push_back({std::move(entry), std::make_shared<Gate>(), {}, claims, bytes});
  if (outbox_.size() - taken_ == 1) events_.has_entries(shared_from_this());
}

Lane::Pending* Lane::pending(std::uint64_t seq) {
  if (seq == 0 || outbox_.empty() || seq < outbox_.front().entry->seq) return nullptr;
  const std::size_t at = static_cast<std::size_t>(seq - outbox_.front().entry->seq);
  assert(at < outbox_.size());
  return &outbox_[at];
}

void Lane::take(std::vector<std::shared_ptr<const Entry>>& to, std::size_t claims_max) {
  const std::lock_guard lock(mutex_);
  std::size_t claims = 0;
  while (taken_ < outbox_.size() && claims < claims_max) {
    claims += outbox_[taken_].claims;
    to.push_back(outbox_[taken_].entry);
    ++taken_;
  }
}

bool Lane::has_untaken() {
  const std::lock_guard lock(mutex_);
  return taken_ < outbox_.size();
}

void Lane::recorded(std::uint64_t seq, const Credit* credit, Waiters& waiters) {
  const std::lock_guard lock(mutex_);
  if (!dropped_ && seq > 0) hot_->settled(seq);
  if (!dropped_ && credit != nullptr) {
    hot_->apply(*credit);
    refresh_due();
  }
  while (!outbox_.empty() && outbox_.front().entry->seq <= seq) {
    Pending& front = outbox_.front();
    front.gate->move(GateState::kRecorded);
    append(waiters, front.waiters);
    outbox_claims_ -= front.claims;
    outbox_bytes_ -= front.bytes;
    outbox_.pop_front();
    --taken_;
  }
}

void Lane::take_back(Waiters& waiters) {
  const std::lock_guard lock(mutex_);
  while (!outbox_.empty()) {
    Pending& newest = outbox_.back();
    const bool reverted = hot_->revert(*newest.entry);
    assert(reverted && "only an engine that can take back may meet this");
    (void)reverted;
    newest.gate->move(GateState::kNothing);
    append(waiters, newest.waiters);
    outbox_.pop_back();
  }
  taken_ = 0;
  outbox_claims_ = 0;
  outbox_bytes_ = 0;
  refresh_due();
}

void Lane::give_up_waiting(Waiters& waiters) {
  const std::lock_guard lock(mutex_);
  for (Pending& entry : outbox_) {
    entry.gate->move(GateState::kUnknown);
    append(waiters, entry.waiters);
  }
}

void Lane::retire(bool value) {
  const std::lock_guard lock(mutex_);
  retired_ = value;
}

void Lane::drop() {
  const std::lock_guard lock(mutex_);
  dropped_ = true;
  next_due_.store(0, std::memory_order_relaxed);
}

bool Lane::is_dropped() {
  const std::lock_guard lock(mutex_);
  return dropped_;
}

std::vector<ClaimNo> Lane::overdue(Millis now, std::size_t limit) {
  const std::lock_guard lock(mutex_);
  if (dropped_) return {};
  Millis next = 0;
  return hot_->due(std::max(now, last_now_), limit, next);
}

void Lane::overdue_done() {
  std::vector<Parked> parked;
  {
    const std::lock_guard lock(mutex_);
    if (!dropped_) refresh_due();
    parked.swap(parked_);
  }
  for (Parked& waiting : parked) {
    auto again = [self = shared_from_this(), waiting] { self->decide(*waiting.call, waiting.client); };
    if (Home* home = waiting.client->home())
      home->post(again);
    else
      again();
  }
}

void Lane::refresh_due() {
  Millis next = 0;
  const auto overdue = hot_->due(last_now_, 1, next);
  next_due_.store(overdue.empty() ? next : last_now_, std::memory_order_relaxed);
}

std::optional<Lane::Found> Lane::find(std::string_view claim) {
  const std::lock_guard lock(mutex_);
  const auto found = hot_->find(claim);
  if (!found) return std::nullopt;
  Pending* entry = pending(found->rests_on);
  return Found{*found, entry == nullptr ? nullptr : entry->gate};
}

HotUser Lane::user(std::string_view name) {
  const std::lock_guard lock(mutex_);
  return hot_->user(name);
}

void Lane::when_settled(const GatePtr& gate, std::function<void(GateState)> ready) {
  if (!gate) {
    ready(GateState::kRecorded);
    return;
  }
  {
    const std::lock_guard lock(mutex_);
    const auto entry = std::find_if(outbox_.begin(), outbox_.end(), [&](const Pending& p) { return p.gate == gate; });
    if (entry != outbox_.end() && gate->state() == GateState::kWaiting) {
      entry->waiters.push_back(run_when_moved(gate, std::move(ready)));
      return;
    }
  }
  ready(gate->state());
}

HotFigures Lane::figures() {
  const std::lock_guard lock(mutex_);
  const HotStock stock = hot_->stock();
  HotFigures figures;
  for (const auto& [pool, left] : stock.pools) figures.left.emplace_back(pool, left);
  figures.total_left = stock.total;
  for (const Pending& entry : outbox_) figures.outbox.push_back(entry.entry);
  return figures;
}

}  // namespace allot
