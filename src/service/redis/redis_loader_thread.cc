#include "service/redis/redis_loader_thread.h"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <future>

#include "engine/redis/redis_loader.h"

namespace allot {
namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kAgainAfter{100};
constexpr milliseconds kGiveUp{5'000};      // then those who wait are told `unavailable`, and whoever asks begins again
constexpr milliseconds kAnswerMax{10'000};  // of the ledger or Redis, for one question
constexpr milliseconds kBeatEvery{1'000};
constexpr std::size_t kPage = 256;

/// Blocks until an asynchronous call has answered; nothing when it does not in time.
template <class Value, class Call>
std::optional<Value> await(Call call) {
  auto promise = std::make_shared<std::promise<Value>>();
  auto future = promise->get_future();
  if (!call([promise](Value value) { promise->set_value(std::move(value)); })) return std::nullopt;
  if (future.wait_for(kAnswerMax) != std::future_status::ready) return std::nullopt;
  return future.get();
}

HotFate await_fate(const std::function<void(RedisSale::Done)>& call) {
  return await<HotFate>([&](auto done) {
           call(done);
           return true;
         })
      .value_or(HotFate::kUnknown);
}

std::int64_t stock_of(const SaleState& state) {
  std::int64_t stock = 0;
  for (const PoolState& pool : state.pools) stock = std::min<std::int64_t>(stock + pool.stocked, 1'000'000'000);
  return std::max<std::int64_t>(stock, state.claims);
}

}  // namespace

void RedisLoaderThread::start() {
  thread_ = std::thread([this] { run(); });
}

void RedisLoaderThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void RedisLoaderThread::ask(std::shared_ptr<RedisLane> lane, bool only_find) {
  {
    const std::lock_guard lock(mutex_);
    // What is only looked for can wait for those who are waited for.
    if (only_find)
      wanted_.push_back({std::move(lane), true});
    else
      wanted_.push_front({std::move(lane), false});
  }
  wake_.notify_one();
}

bool RedisLoaderThread::stopping() {
  const std::lock_guard lock(mutex_);
  return stopping_;
}

void RedisLoaderThread::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !wanted_.empty(); });
    if (wanted_.empty()) return;
    const Wanted wanted = std::move(wanted_.front());
    wanted_.pop_front();
    const bool ends = stopping_;
    lock.unlock();
    if (ends)
      wanted.lane->gone(true);
    else if (wanted.only_find)
      find(*wanted.lane);
    else
      build(*wanted.lane);
  }
}

void RedisLoaderThread::find(RedisLane& lane) {
  try {
    const std::optional<SaleState> state = reader().sale(std::string_view(lane.name()));
    if (state && state->mode == SaleMode::kHot && state->epoch != lane.lost_epoch() && attach_existing(lane, *state)) {
      return;
    }
  } catch (const LedgerError&) {
    reader_.reset();  // whoever needs the copy will say so
  }
  lane.not_found();
}

void RedisLoaderThread::build(RedisLane& lane) {
  const auto end = steady_clock::now() + kGiveUp;
  while (!stopping()) {
    Try result = Try::kAgain;
    try {
      result = try_build(lane);
    } catch (const LedgerError& error) {
      spdlog::warn("sale '{}': not loaded: {}", lane.name(), error.what());
      reader_.reset();
    }
    if (result == Try::kDone) return;
    if (result == Try::kNoSale) return lane.gone(false);
    if (steady_clock::now() >= end) break;
    std::this_thread::sleep_for(kAgainAfter);
  }
  lane.gone(true);
}

RedisLoaderThread::Try RedisLoaderThread::try_build(RedisLane& lane) {
  const std::optional<SaleState> state = reader().sale(std::string_view(lane.name()));
  if (!state) return Try::kNoSale;
  if (!house_.store().connection().is_up()) return Try::kAgain;
  if (state->mode == SaleMode::kHot) {
    if (state->epoch != lane.lost_epoch() && attach_existing(lane, *state)) return Try::kDone;
    close_old(*state);
  }
  FenceStep fence;
  fence.sale = lane.name();
  fence.epoch = state->epoch;
  fence.token = house_.nonce();
  fence.shards = shards_for(stock_of(*state));
  fence.now = house_.ledger_time();
  if (!commit(fence) || fence.outcome != FenceStep::Outcome::kMine) return Try::kAgain;
  return load(lane, *state, fence) ? Try::kDone : Try::kAgain;
}

LedgerReader& RedisLoaderThread::reader() {
  if (!reader_) reader_ = house_.reader();
  return *reader_;
}

std::shared_ptr<RedisSale> RedisLoaderThread::sale_of(SaleUid uid, std::uint32_t epoch, std::uint64_t token,
                                                      std::uint32_t shards, EntryMark known) const {
  return std::make_shared<RedisSale>(house_.store(), RedisKeys(house_.prefix(), uid, epoch, token, shards), uid, epoch,
                                     known, house_.clock());
}

// What another process has loaded, or this one before it was started anew.
bool RedisLoaderThread::attach_existing(RedisLane& lane, const SaleState& state) {
  const auto sale = sale_of(state.uid, state.epoch, state.token, state.shards, state.mark);
  struct Found {
    HotFate fate;
    RedisSale::Standing standing;
  };
  const auto found = await<Found>([&](auto done) {
    sale->standing([done, sale](HotFate fate, RedisSale::Standing standing) { done({fate, std::move(standing)}); });
    return true;
  });
  if (!found || found->fate != HotFate::kDone || found->standing.seq < state.mark.seq) return false;
  lane.attach(state.uid, sale, found->standing.credit_no, state.credit_no);
  return true;
}

// The old copy decides nothing any more; what it has decided goes to the ledger, as far as it can still be read.
void RedisLoaderThread::close_old(const SaleState& state) {
  const auto sale = sale_of(state.uid, state.epoch, state.token, state.shards, state.mark);
  await_fate([&](RedisSale::Done done) { sale->fence(std::move(done)); });
  std::uint64_t from = state.mark.seq + 1;
  for (;;) {
    using Entries = std::vector<std::shared_ptr<const Entry>>;
    const auto entries = await<Entries>([&](auto done) {
      sale->outbox(from, from + kPage - 1, kPage, [done, sale](HotFate, Entries found) { done(std::move(found)); });
      return true;
    });
    if (!entries || entries->empty()) break;
    for (const auto& entry : *entries) {
      EntryStep step;
      step.entry = entry;
      if (!commit(step) || !step.recorded) return;
    }
    from = entries->back()->seq + 1;
  }
  drop_sale(house_.store(), sale->keys());
}

bool RedisLoaderThread::load(RedisLane& lane, const SaleState& before, const FenceStep& fence) {
  const auto begin = steady_clock::now();
  const auto sale = sale_of(fence.uid, fence.new_epoch, fence.token, fence.shards, {0, fence.token});
  auto beaten = begin;
  const auto beat = [&] {
    if (steady_clock::now() - beaten < kBeatEvery) return;
    beaten = steady_clock::now();
    FenceStep again = fence;
    again.epoch = fence.new_epoch;
    again.now = house_.ledger_time();
    house_.commit(std::move(again), [](Step&, CommitResult) {});
  };
  std::uint64_t credit_no = 0;
  std::string why = "the sale has moved on";
  reader().load(lane.name(), fence.new_epoch, [&](const SaleState& state, ClaimSource& claims) {
    credit_no = state.credit_no;
    why = load_sale(house_.store(), sale->keys(), state, {0, fence.token}, claims, beat);
  });
  if (!why.empty()) {
    spdlog::warn("sale '{}': loading failed: {}", lane.name(), why);
    return false;
  }
  if (await_fate([&](RedisSale::Done done) { sale->loaded(std::move(done)); }) != HotFate::kDone) return false;
  if (!finish(lane, sale, fence, credit_no)) return false;
  rebuilds_.fetch_add(1, std::memory_order_relaxed);
  const std::chrono::duration<double> took = steady_clock::now() - begin;
  spdlog::info("sale '{}': hot copy of {} claims loaded as epoch {} in {:.2f} s", lane.name(), before.claims,
               fence.new_epoch, took.count());
  return true;
}

bool RedisLoaderThread::finish(RedisLane& lane, const std::shared_ptr<RedisSale>& sale, const FenceStep& fence,
                               std::uint64_t credit_no) {
  LiveStep live;
  live.sale = lane.name();
  live.epoch = fence.new_epoch;
  live.token = fence.token;
  if (!commit(live) || !live.done) return false;
  if (!apply_credits(*sale, fence.uid, credit_no, live.credit_no)) return false;
  const HotFate fate = await_fate([&](RedisSale::Done done) { sale->live(live.credit_no, std::move(done)); });
  if (fate != HotFate::kDone) return false;
  lane.attach(fence.uid, sale, live.credit_no, live.credit_no);
  return true;
}

bool RedisLoaderThread::apply_credits(RedisSale& sale, SaleUid uid, std::uint64_t from, std::uint64_t to) {
  while (from < to) {
    const std::vector<Credit> credits = reader().credits(uid, from, kPage);
    if (credits.empty()) return false;
    for (const Credit& credit : credits) {
      const HotFate fate = await_fate(
          [&](RedisSale::Done done) { sale.apply(credit, [done](HotFate ended, std::uint64_t) { done(ended); }); });
      if (fate != HotFate::kDone) return false;
    }
    from = credits.back().number;
  }
  return true;
}

/// Puts the step into a transaction and waits; false: it surely or perhaps did not happen.
template <class StepKind>
bool RedisLoaderThread::commit(StepKind& step) {
  struct Ended {
    Step step;
    CommitResult result;
  };
  auto ended = await<std::shared_ptr<Ended>>([&](auto done) {
    return house_.commit(step, [done](Step& recorded, CommitResult result) {
      done(std::make_shared<Ended>(Ended{std::move(recorded), result}));
    });
  });
  if (!ended || (*ended)->result != CommitResult::kDone) return false;
  step = std::get<StepKind>(std::move((*ended)->step));
  return true;
}

}  // namespace allot
