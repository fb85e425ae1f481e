// The hot copy of one sale in Redis, under one epoch.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/clock.h"
#include "engine/engine.h"
#include "engine/redis/redis_keys.h"
#include "engine/redis/redis_store.h"

namespace allot {

/// How a call on hot state ended.
enum class HotFate : std::uint8_t {
  kDone,     // decided or applied
  kOverdue,  // holds have run out: the ledger must release them first; nothing was decided
  kLost,     // the state is not there, not whole, fenced, or has another past than the ledger: rebuild
  kNotLive,  // a load has not ended
  kVerify,   // another server, or the same one started anew: compare with the ledger, then live()
  kStale,    // the caller knows the ledger too little: read where it stands, saw(), ask again
  kNothing,  // Redis cannot take it now; surely nothing happened
  kUnknown,  // no reply; it may have happened, but will not from now on
};

/// Any number of processes may hold one of the same sale: Redis decides one call at a time. Replies come on the
/// connection's thread. A call that got no reply is never left to be executed later: it carries the end of its
/// validity by the server's clock, and its caller hears of it only after that.
class RedisSale {
 public:
  using Done = std::function<void(HotFate)>;

  /// `known`: where the ledger stands; of a new epoch: 0 and its token.
  RedisSale(RedisStore& store, RedisKeys keys, SaleUid uid, std::uint32_t epoch, EntryMark known, const Clock& clock)
      : store_(store), keys_(std::move(keys)), uid_(uid), epoch_(epoch), clock_(clock), known_(known) {}

  /// The ledger holds this entry. Older news are ignored.
  void saw(EntryMark entry);
  EntryMark known() const;

  std::uint32_t epoch() const { return epoch_; }
  /// Runs the job on the connection's thread after this time.
  void after(Millis delay, std::function<void()> job) { store_.after(delay, std::move(job)); }

  /// Decides batch.requests in order; `batch.now` is the ledger's time. A batch without a reply is sent again with
  /// the same ids, so that what the first try did comes out as replays. The batch must stay until `done` has run.
  /// What rests on an entry up to `known`, which went with the call, rests on the ledger.
  void decide(ClaimBatch& batch, std::uint64_t nonce, std::function<void(HotFate, std::uint64_t known)> done);
  /// The same for one restriction, but sent once.
  void order(HotOrder& order, std::uint64_t nonce, Done done);
  /// Applies the credit if it is exactly the next; `applied` is the number of the last one that is.
  void apply(const Credit& credit, std::function<void(HotFate, std::uint64_t applied)> done);
  /// Entries from..to of the outbox, at most `limit`, in order; those that are trimmed or not there are left out.
  void outbox(std::uint64_t from, std::uint64_t to, std::size_t limit,
              std::function<void(HotFate, std::vector<std::shared_ptr<const Entry>>)> done);
  /// The ledger holds everything up to `seq`; one entry stays, so that the stream is never empty.
  void trim(std::uint64_t seq);
  /// From here on nothing is decided in this epoch.
  void fence(Done done);
  /// Everything is loaded: credits may come, claims not yet.
  void loaded(Done done);
  /// From here on calls are decided, on the server that there is now. kStale: credits up to `credit_no` are missing.
  void live(std::uint64_t credit_no, Done done);

  /// Where the hot copy stands; one that is being loaded, or fenced, is kLost.
  struct Standing {
    std::uint64_t seq = 0;
    std::uint64_t credit_no = 0;
    std::vector<std::pair<std::string, std::int64_t>> left;  // "*": the total
  };
  void standing(std::function<void(HotFate, Standing)> done);

  const RedisKeys& keys() const { return keys_; }

 private:
  std::shared_ptr<ScriptCall> call(RedisScript script, Millis now) const;
  void try_decide(ClaimBatch& batch, std::uint64_t nonce, Millis give_up,
                  std::function<void(HotFate, std::uint64_t)> done);
  void stand(std::string_view standing, std::uint64_t credit_no, Done done);

  RedisStore& store_;
  const RedisKeys keys_;
  const SaleUid uid_;
  const std::uint32_t epoch_;
  const Clock& clock_;  // this machine's, for what has to do with the server's clock
  mutable std::mutex mutex_;
  EntryMark known_;
};

/// How many shards suit a sale of this stock.
std::uint32_t shards_for(std::int64_t stock);

}  // namespace allot
