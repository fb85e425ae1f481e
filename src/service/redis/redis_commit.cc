// From the outbox in Redis to the ledger, and back with what the ledger gives.
#include <spdlog/spdlog.h>

#include "core/limits.h"
#include "service/redis/redis_lane.h"
#include "service/wake.h"

namespace allot {
namespace {

constexpr std::size_t kFetchMax = 256;    // entries of one read of the outbox
constexpr std::size_t kCreditsMax = 256;  // credits of one read of the ledger
constexpr Millis kAgainAfter = 200;       // when the ledger or Redis could not
constexpr Millis kCreditWaitMax = 2'000;  // then the caller is told that nobody knows
constexpr std::uint64_t kTrimEvery = 64;  // entries

}  // namespace

// Entries go to the ledger in order; those that other processes made and have not committed are read first.
void RedisLane::advance(Lock& lock) {
  const auto sale = sale_;
  if (!sale) return;
  std::vector<std::shared_ptr<const Entry>> ready;
  while (auto entry = entries_.take()) ready.push_back(std::move(entry));
  const auto [from, to] = entries_.missing();
  const bool fetch_now = from != 0 && !fetching_;
  fetching_ = fetching_ || fetch_now;
  lock.unlock();
  for (auto& entry : ready) commit(std::move(entry), sale);
  if (fetch_now) fetch(from, to, sale);
}

void RedisLane::commit(std::shared_ptr<const Entry> entry, const std::shared_ptr<RedisSale>& sale) {
  EntryStep step;
  step.entry = entry;
  const bool queued =
      house_.commit(std::move(step), [self = shared_from_this(), sale](Step& done, CommitResult result) {
        self->committed(std::get<EntryStep>(done), result, sale);
      });
  if (queued) return;
  sale->after(kAgainAfter, [self = shared_from_this(), sale, entry] { self->commit(entry, sale); });
}

void RedisLane::committed(EntryStep& step, CommitResult result, const std::shared_ptr<RedisSale>& sale) {
  PendingEntries::Waiters waiters;
  bool lost = false;
  {
    Lock lock(mutex_);
    if (sale != sale_) return;
    if (result != CommitResult::kDone) {
      // It is in the outbox: this process goes on trying, another one may be faster.
      entries_.give_up(false, waiters);
      sale->after(kAgainAfter, [self = shared_from_this(), sale, entry = step.entry] { self->commit(entry, sale); });
    } else if (step.recorded) {
      sale->saw({step.entry->seq, step.entry->nonce});
      entries_.recorded(step.entry->seq, waiters);
      if (entries_.known() >= trimmed_ + kTrimEvery) {
        trimmed_ = entries_.known();
        sale->trim(trimmed_);
      }
    } else if (step.fate == EntryFate::kGap) {
      entries_.add(step.entry);
      entries_.go_back(step.stands.seq);
      advance(lock);
    } else {
      lost = true;
    }
  }
  if (lost) {
    spdlog::warn("sale '{}': the ledger does not take entry {} of epoch {}; the hot copy is loaded anew", name_,
                 step.entry->seq, step.entry->epoch);
    lose(sale);
  }
  wake(waiters);
}

void RedisLane::fetch(std::uint64_t from, std::uint64_t to, const std::shared_ptr<RedisSale>& sale) {
  sale->outbox(from, to, kFetchMax, [self = shared_from_this(), from, sale](HotFate fate, auto entries) {
    self->fetched(from, fate, std::move(entries), sale);
  });
}

void RedisLane::fetched(std::uint64_t from, HotFate fate, std::vector<std::shared_ptr<const Entry>> entries,
                        const std::shared_ptr<RedisSale>& sale) {
  if (fate == HotFate::kLost) return lose(sale);
  if (fate == HotFate::kDone && !entries.empty() && entries.front()->seq == from) {
    Lock lock(mutex_);
    if (sale != sale_) return;
    fetching_ = false;
    for (auto& entry : entries) entries_.add(std::move(entry));
    return advance(lock);
  }
  // Not there: committed by others and trimmed, unless the outbox has lost it. The ledger knows.
  sale->after(fate == HotFate::kDone ? 1 : kAgainAfter, [self = shared_from_this(), from, sale] {
    self->compare_with_ledger(sale, [self, from, sale](bool same) {
      Lock lock(self->mutex_);
      if (sale != self->sale_) return;
      self->fetching_ = false;
      const bool still_missing = same && self->entries_.missing().first == from;
      if (!still_missing) return self->advance(lock);
      lock.unlock();
      spdlog::error("sale '{}': entry {} is neither in the ledger nor in the outbox", self->name_, from);
      self->lose(sale);
    });
  });
}

void RedisLane::credited(const Credit& credit) {
  Lock lock(mutex_);
  if (credit.uid != uid_ || !sale_) return;
  credits_.add(credit);
  apply_credits(lock);
}

void RedisLane::stands(const SaleStanding& standing) {
  Lock lock(mutex_);
  if (standing.uid != uid_ || !sale_ || standing.epoch != sale_->epoch() || standing.mode != SaleMode::kHot) return;
  credits_.expect(standing.credit_no);
  apply_credits(lock);
}

void RedisLane::when_credited(CreditLine::Ready ready) {
  std::shared_ptr<RedisSale> sale;
  {
    Lock lock(mutex_);
    if (sale_ && credits_.behind()) {
      sale = sale_;
      auto told = std::make_shared<bool>(false);
      auto once = [told, ready](bool applied) {
        if (!std::exchange(*told, true)) ready(applied);
      };
      credits_.wait(credits_.target(),
                    [sale, once](bool applied) { sale->after(0, [once, applied] { once(applied); }); });
      sale->after(kCreditWaitMax, [once] { once(false); });
      return;
    }
  }
  ready(true);  // applied; or there is no hot copy, and the next one is loaded with it
}

void RedisLane::when_current(CreditLine::Ready ready) {
  {
    Lock lock(mutex_);
    if (!sale_) {
      attaching_.push_back([self = shared_from_this(), ready](GateState state) {
        if (state != GateState::kRecorded) return ready(false);
        self->when_credited(ready);
      });
      return build(lock);
    }
  }
  when_credited(std::move(ready));
}

void RedisLane::apply_credits(Lock& lock) {
  if (credits_.busy || !credits_.behind() || !sale_) return;
  credits_.busy = true;
  const auto sale = sale_;
  const Credit* next = credits_.next();
  if (next == nullptr) {
    lock.unlock();
    return read_credits(sale);
  }
  const Credit credit = *next;
  lock.unlock();
  sale->apply(credit, [self = shared_from_this(), sale](HotFate fate, std::uint64_t number) {
    self->have_applied(fate, number, sale);
  });
}

void RedisLane::have_applied(HotFate fate, std::uint64_t number, const std::shared_ptr<RedisSale>& sale) {
  std::vector<CreditLine::Ready> ready;
  bool has_lost_some = false;
  if (fate == HotFate::kDone) {
    Lock lock(mutex_);
    if (sale != sale_) return;
    has_lost_some = number < credits_.applied();
  }
  if (has_lost_some) return lose(sale);
  if (fate == HotFate::kDone) {
    Lock lock(mutex_);
    if (sale != sale_) return;
    credits_.busy = false;
    credits_.applied(number, ready);
    apply_credits(lock);
  } else if (fate == HotFate::kLost || fate == HotFate::kNotLive) {
    lose(sale);
  } else {
    sale->after(kAgainAfter, [self = shared_from_this(), sale] {
      Lock lock(self->mutex_);
      if (sale != self->sale_) return;
      self->credits_.busy = false;
      self->apply_credits(lock);
    });
  }
  for (const auto& each : ready) each(true);
}

// Numbered by a process that has not applied them, or not yet.
void RedisLane::read_credits(const std::shared_ptr<RedisSale>& sale) {
  const auto again = [self = shared_from_this(), sale] {
    Lock lock(self->mutex_);
    if (sale != self->sale_) return;
    self->credits_.busy = false;
    self->apply_credits(lock);
  };
  const bool reading = house_.read([self = shared_from_this(), sale, again](LedgerReader* reader) {
    if (reader == nullptr) return sale->after(kAgainAfter, again);
    std::uint64_t applied = 0;
    {
      const Lock lock(self->mutex_);
      if (sale != self->sale_) return;
      applied = self->credits_.applied();
    }
    const std::vector<Credit> credits = reader->credits(self->uid_, applied, kCreditsMax);
    if (credits.empty()) {
      spdlog::error("sale '{}': credit {} is not in the ledger any more; the hot copy is loaded anew", self->name_,
                    applied + 1);
      return self->lose(sale);
    }
    {
      const Lock lock(self->mutex_);
      for (const Credit& credit : credits) self->credits_.add(credit);
    }
    again();
  });
  if (!reading) sale->after(kAgainAfter, again);
}

}  // namespace allot
