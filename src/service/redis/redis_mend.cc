// What keeps a call from being decided, and how it goes away.
#include "engine/redis/redis_loader.h"
#include "service/redis/redis_lane.h"
#include "service/wake.h"

namespace allot {

// `then` says whether it is worth to ask again.
void RedisLane::mend(HotFate fate, const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then) {
  switch (fate) {
    case HotFate::kOverdue: return release_overdue(std::move(then));
    case HotFate::kStale: return compare_with_ledger(sale, std::move(then));
    case HotFate::kVerify:
    case HotFate::kNotLive: return make_live(sale, std::move(then));
    case HotFate::kLost: {
      lose(sale);
      Lock lock(mutex_);
      attaching_.push_back([then](GateState state) { then(state == GateState::kRecorded); });
      return build(lock);
    }
    case HotFate::kDone:
    case HotFate::kNothing:
    case HotFate::kUnknown: break;
  }
  then(false);
}

// The ledger releases what has run out; its credit brings the units back.
void RedisLane::release_overdue(std::function<void(bool)> then) {
  DecideStep step;
  step.sale = name_;
  step.now = house_.ledger_time();
  const bool queued = house_.commit(std::move(step), [self = shared_from_this(), then](Step&, CommitResult result) {
    if (result != CommitResult::kDone) return then(false);
    self->when_credited(then);
  });
  if (!queued) then(false);
}

// Where the ledger stands, so that the hot copy's past can be held against it.
void RedisLane::compare_with_ledger(const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then) {
  const bool reading = house_.read([self = shared_from_this(), sale, then](LedgerReader* reader) {
    if (reader == nullptr) return then(false);
    const std::optional<SaleState> state = reader->sale(std::string_view(self->name_));
    PendingEntries::Waiters waiters;
    bool same = false;
    bool given_up = false;
    {
      Lock lock(self->mutex_);
      given_up = sale != self->sale_;
      same = !given_up && state && state->uid == self->uid_ && state->epoch == sale->epoch() &&
             state->mode == SaleMode::kHot;
      if (same) {
        sale->saw(state->mark);
        self->entries_.recorded(state->mark.seq, waiters);
        self->credits_.expect(state->credit_no);
        self->apply_credits(lock);
      }
    }
    if (given_up) return then(self->sale() != nullptr);
    wake(waiters);
    if (!same) self->lose(sale);
    then(same);
  });
  if (!reading) then(false);
}

// Another server, the same one started anew, or a loader that died before its last word: nothing is decided until
// the hot copy is known to go on where the ledger is.
void RedisLane::make_live(const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then) {
  compare_with_ledger(sale, [self = shared_from_this(), sale, then](bool same) {
    if (!same) return then(false);
    self->when_credited([self, sale, then](bool applied) {
      if (!applied) return then(false);
      std::uint64_t credit_no = 0;
      {
        const Lock lock(self->mutex_);
        credit_no = self->credits_.applied();
      }
      sale->live(credit_no, [self, sale, then](HotFate fate) {
        // Behind with credits that it had applied: it has lost its past.
        if (fate == HotFate::kLost || fate == HotFate::kStale) self->lose(sale);
        then(fate == HotFate::kDone);
      });
    });
  });
}

// The hot copy cannot be trusted any more. What waits for its entries is settled by asking again by id.
void RedisLane::lose(const std::shared_ptr<RedisSale>& sale) {
  PendingEntries::Waiters waiters;
  std::vector<CreditLine::Ready> ready;
  {
    const Lock lock(mutex_);
    if (sale != sale_) return;
    sale_ = nullptr;
    lost_epoch_ = sale->epoch();
    entries_.give_up(true, waiters);
    credits_.give_up(ready);
  }
  wake(waiters);
  for (const auto& each : ready) each(true);  // it is in the ledger, from which the next copy is loaded
}

void RedisLane::attach(SaleUid uid, std::shared_ptr<RedisSale> sale, std::uint64_t applied, std::uint64_t numbered) {
  std::vector<std::function<void(GateState)>> attaching;
  {
    Lock lock(mutex_);
    uid_ = uid;
    entries_ = PendingEntries(sale->known().seq);
    credits_ = CreditLine(applied);
    credits_.expect(numbered);
    trimmed_ = sale->known().seq;
    fetching_ = false;
    sale_ = std::move(sale);
    building_ = false;
    no_sale_ = false;
    attaching.swap(attaching_);
    apply_credits(lock);
  }
  for (const auto& each : attaching) each(GateState::kRecorded);
  Lock lock(mutex_);
  pump(lock);
}

void RedisLane::not_found() {
  Lock lock(mutex_);
  building_ = false;
  if (!waiting_.empty() || !attaching_.empty()) build(lock);
}

void RedisLane::find_copy() {
  {
    const Lock lock(mutex_);
    if (sale_ || building_) return;
    building_ = true;
  }
  house_.find(shared_from_this());
}

void RedisLane::drop() {
  const auto sale = this->sale();
  if (!sale) return;
  lose(sale);
  sale->fence([self = shared_from_this(), sale](HotFate) { drop_sale(self->house_.store(), sale->keys()); });
}

void RedisLane::gone(bool exists) {
  std::vector<std::function<void(GateState)>> attaching;
  auto round = std::make_shared<Round>();
  {
    const Lock lock(mutex_);
    sale_ = nullptr;
    building_ = false;
    no_sale_ = !exists;
    attaching.swap(attaching_);
    round->calls.assign(waiting_.begin(), waiting_.end());
    waiting_.clear();
    waiting_claims_ = 0;
  }
  if (exists) {
    refuse(round, Outcome::kNone);
  } else {
    for (const Waiting& each : round->calls) {
      each.call->refusal = CallRefusal::kUnknownSale;
      each.call->batch.now = house_.ledger_time();
    }
    answer(round);
  }
  for (const auto& each : attaching) each(exists ? GateState::kNothing : GateState::kRecorded);
}

// Entries that a process left in the outbox when it died, and credits that it did not apply.
void RedisLane::look_after() {
  const auto sale = this->sale();
  if (!sale) return;
  sale->standing([self = shared_from_this(), sale](HotFate fate, const RedisSale::Standing& standing) {
    if (fate == HotFate::kLost) return self->lose(sale);
    if (fate != HotFate::kDone) return;
    self->compare_with_ledger(sale, [self, sale, seq = standing.seq](bool same) {
      Lock lock(self->mutex_);
      if (!same || sale != self->sale_ || seq <= self->entries_.known()) return;
      // Its owner is about to commit it, unless it was there at the last look too.
      if (std::exchange(self->left_over_, seq) < self->entries_.known() + 1) return;
      self->entries_.gate(seq);
      self->advance(lock);
    });
  });
}

}  // namespace allot
