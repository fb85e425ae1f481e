// Finds or loads the hot copies that lanes ask for.
#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

#include "service/redis/redis_lane.h"

namespace allot {

/// One thread. Loading is a rebuild, also the first time: fence what there is → commit what its outbox still holds →
/// epoch + 1 → load from one snapshot → apply the credits that came meanwhile → live. There is no other way to write
/// hot state besides entries and credits. Several processes may want to: the ledger lets one at a time.
class RedisLoaderThread {
 public:
  explicit RedisLoaderThread(RedisHouse& house) : house_(house) {}
  ~RedisLoaderThread() { stop(); }

  void start();
  void stop();
  /// `only_find`: a hot copy is attached to, but none is loaded.
  void ask(std::shared_ptr<RedisLane> lane, bool only_find);

  std::uint64_t rebuilds() const { return rebuilds_.load(std::memory_order_relaxed); }

 private:
  enum class Try : std::uint8_t { kDone, kAgain, kNoSale };

  void run();
  bool stopping();
  void build(RedisLane& lane);
  void find(RedisLane& lane);
  Try try_build(RedisLane& lane);
  LedgerReader& reader();
  bool attach_existing(RedisLane& lane, const SaleState& state);
  void close_old(const SaleState& state);
  bool load(RedisLane& lane, const SaleState& before, const FenceStep& fence);
  bool finish(RedisLane& lane, const std::shared_ptr<RedisSale>& sale, const FenceStep& fence, std::uint64_t credit_no);
  bool apply_credits(RedisSale& sale, SaleUid uid, std::uint64_t from, std::uint64_t to);
  std::shared_ptr<RedisSale> sale_of(SaleUid uid, std::uint32_t epoch, std::uint64_t token, std::uint32_t shards,
                                     EntryMark known) const;
  template <class StepKind>
  bool commit(StepKind& step);

  RedisHouse& house_;
  std::unique_ptr<LedgerReader> reader_;  // of this thread
  std::atomic<std::uint64_t> rebuilds_{0};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  struct Wanted {
    std::shared_ptr<RedisLane> lane;
    bool only_find;
  };
  std::deque<Wanted> wanted_;
  std::thread thread_;
};

}  // namespace allot
