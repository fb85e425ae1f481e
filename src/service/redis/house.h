// What the lanes of the Redis engine share.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "core/clock.h"
#include "engine/redis/redis_store.h"
#include "ledger/ledger.h"
#include "service/claim_call.h"

namespace allot {

class RedisLane;

/// Thread-safe.
class RedisHouse {
 public:
  virtual ~RedisHouse() = default;

  virtual RedisStore& store() = 0;
  virtual const std::string& prefix() const = 0;
  /// This machine's, and the ledger's as this process knows it.
  virtual const Clock& clock() const = 0;
  virtual Millis ledger_time() const = 0;
  virtual std::uint64_t nonce() = 0;

  /// Into the next transaction. `done` runs on the ledger thread, when RedisLane::stands() and credited() have been
  /// called for what the transaction touched. False: too many wait.
  virtual bool commit(Step step, std::function<void(Step&, CommitResult)> done) = 0;
  /// On the read thread; null: the ledger cannot be read now. False: too many wait.
  virtual bool read(std::function<void(LedgerReader*)> job) = 0;
  /// For a thread of its own. Throws LedgerError.
  virtual std::unique_ptr<LedgerReader> reader() = 0;
  /// The hot copy of the lane's sale is loaded anew; RedisLane::attach() or gone() follows, sooner or later.
  virtual void rebuild(const std::shared_ptr<RedisLane>& lane) = 0;
  /// The same, but only if one is there already; RedisLane::not_found() if not.
  virtual void find(const std::shared_ptr<RedisLane>& lane) = 0;
  /// The ledger cannot be written.
  virtual bool frozen() const = 0;
  virtual void count(const ClaimCall& call) = 0;
};

}  // namespace allot
