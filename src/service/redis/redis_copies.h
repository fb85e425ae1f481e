// The hot copies that the Redis engine keeps: a lane for each sale that this process has to do with.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/redis/redis_connection.h"
#include "engine/redis/redis_store.h"
#include "service/counters.h"
#include "service/read_thread.h"
#include "service/redis/house.h"
#include "service/redis/redis_lane.h"
#include "service/redis/redis_loader_thread.h"
#include "service/redis/redis_options.h"
#include "service/shared/hot_copies.h"
#include "service/shared/shared_thread.h"

namespace allot {

/// Thread-safe.
class RedisCopies final : public HotCopies, private RedisHouse {
 public:
  /// Looks at the server's settings, if it can be reached: throws std::runtime_error when it may evict keys.
  RedisCopies(const RedisOptions& options, Ledger& ledger, SharedThread& thread, ReadThread& reads,
              const Clock& ledger_clock, VerdictCounters& verdicts);
  ~RedisCopies() override;

  void start() override;
  void stop() override;
  void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) override;
  void order(const std::shared_ptr<SharedOrder>& order, std::function<void(GateState)> ready) override;
  void when_credited(const std::string& sale, std::function<void(bool)> ready) override;
  void stock(const std::string& sale, std::function<void(std::optional<HotFigures>)> ready) override;
  void recorded(Work& work) override;
  void dropped(const std::string& sale) override;
  bool ready() const override { return connection_.is_up(); }
  std::string metrics() const override;

 private:
  using LanePtr = std::shared_ptr<RedisLane>;

  // RedisHouse
  RedisStore& store() override { return store_; }
  const std::string& prefix() const override { return options_.prefix; }
  const Clock& clock() const override { return clock_; }
  Millis ledger_time() const override { return ledger_clock_.now(); }
  std::uint64_t nonce() override;
  bool commit(Step step, std::function<void(Step&, CommitResult)> done) override;
  bool read(std::function<void(LedgerReader*)> job) override { return reads_.read(std::move(job)); }
  std::unique_ptr<LedgerReader> reader() override { return ledger_.reader(); }
  void rebuild(const LanePtr& lane) override { loader_.ask(lane, false); }
  void find(const LanePtr& lane) override { loader_.ask(lane, true); }
  bool frozen() const override { return thread_.frozen(); }
  void count(const ClaimCall& call) override;

  /// Null: there are too many.
  LanePtr lane(const std::string& sale);
  LanePtr known_lane(const std::string& sale) const;
  std::vector<LanePtr> lanes() const;
  void check_server();
  void look();
  void find_left_over();

  const RedisOptions options_;
  Ledger& ledger_;
  SharedThread& thread_;
  ReadThread& reads_;
  const Clock& ledger_clock_;
  VerdictCounters& verdicts_;
  const SystemClock clock_;
  RedisConnection connection_;
  RedisStore store_{connection_};
  RedisLoaderThread loader_{*this};

  mutable std::mutex mutex_;
  std::unordered_map<std::string, LanePtr> lanes_;
  std::uint64_t nonce_state_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread looker_;
};

}  // namespace allot
