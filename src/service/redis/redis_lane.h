// The one place in this process where a sale's calls on Redis meet.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "core/answer.h"
#include "engine/redis/redis_sale.h"
#include "service/redis/credit_line.h"
#include "service/redis/house.h"
#include "service/redis/pending_entries.h"

namespace allot {

/// One sale by its name. Claims gather while a call is with Redis; one call carries all that have gathered. Other
/// processes have lanes for the same sale; Redis and the ledger keep them in order. Thread-safe.
///
/// Failure: what Redis surely did not do is answered `unavailable`, outcome none. Whatever may have come into the
/// outbox is outcome unknown when its fate cannot be learnt in time: another process may commit it yet.
class RedisLane : public std::enable_shared_from_this<RedisLane> {
 public:
  RedisLane(std::string name, RedisHouse& house) : name_(std::move(name)), house_(house) {}

  const std::string& name() const { return name_; }

  void decide(ClaimCall& call, const std::shared_ptr<ClaimClient>& client);
  /// `ready` runs once the order's entry has a fate and what it gives is applied.
  void order(std::shared_ptr<HotOrder> order, std::function<void(GateState)> ready);
  /// What is left hot. `standing` is null when Redis cannot say.
  void stock(std::function<void(const RedisSale::Standing*)> ready);

  // From the ledger thread, before those who wait for a transaction are told.
  void stands(const SaleStanding& standing);
  void credited(const Credit& credit);
  /// Runs when the hot copy has applied what the ledger had given back at the last stands(); false: not in time.
  void when_credited(CreditLine::Ready ready);
  /// The same where this process may not have had to do with the sale yet: its hot copy is found first.
  void when_current(CreditLine::Ready ready);

  // From the rebuild.
  /// A hot copy is live under this epoch; credits up to `applied` are in it, up to `numbered` in the ledger.
  void attach(SaleUid uid, std::shared_ptr<RedisSale> sale, std::uint64_t applied, std::uint64_t numbered);
  /// No hot copy was there to be found, and none was to be loaded.
  void not_found();
  /// There is no such sale, or it cannot be loaded now (`unavailable`).
  void gone(bool exists);
  std::shared_ptr<RedisSale> sale();
  /// The epoch of the last hot copy that was given up; 0: none.
  std::uint32_t lost_epoch();

  /// Looks for what other processes have left undone. Called now and then.
  void look_after();
  /// Finds the hot copy that others have loaded, if there is one.
  void find_copy();
  /// The sale has been deleted: its hot copy goes.
  void drop();
  /// Nothing is under way, and the ledger has no such sale.
  bool is_forgettable();

 private:
  struct Waiting {
    ClaimCall* call;
    std::shared_ptr<ClaimClient> client;
  };
  /// Calls that go to Redis together.
  struct Round {
    std::vector<Waiting> calls;
    // Of its own, because the calls keep it while their answers borrow from it; the round keeps their clients.
    std::shared_ptr<ClaimBatch> kept = std::make_shared<ClaimBatch>();
    ClaimBatch& batch = *kept;
    std::uint64_t nonce = 0;
    int tries = 0;
  };
  using RoundPtr = std::shared_ptr<Round>;
  using Lock = std::unique_lock<std::mutex>;

  // redis_lane.cc
  void pump(Lock& lock);
  RoundPtr next_round();
  void send(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale);
  void have(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale, HotFate fate, std::uint64_t known);
  void decided(const RoundPtr& round, const std::shared_ptr<RedisSale>& sale, std::uint64_t known);
  void refuse(const RoundPtr& round, Outcome outcome);
  void answer(const RoundPtr& round);
  void end_round();
  void try_order(std::shared_ptr<HotOrder> order, int tries, std::function<void(GateState)> ready);
  void ordered(const std::shared_ptr<HotOrder>& order, const std::shared_ptr<RedisSale>& sale,
               std::function<void(GateState)> ready);
  void build(Lock& lock);
  // redis_mend.cc
  void mend(HotFate fate, const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then);
  void release_overdue(std::function<void(bool)> then);
  void compare_with_ledger(const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then);
  void make_live(const std::shared_ptr<RedisSale>& sale, std::function<void(bool)> then);
  void lose(const std::shared_ptr<RedisSale>& sale);
  // redis_commit.cc
  void advance(Lock& lock);
  void commit(std::shared_ptr<const Entry> entry, const std::shared_ptr<RedisSale>& sale);
  void committed(EntryStep& step, CommitResult result, const std::shared_ptr<RedisSale>& sale);
  void fetch(std::uint64_t from, std::uint64_t to, const std::shared_ptr<RedisSale>& sale);
  void fetched(std::uint64_t from, HotFate fate, std::vector<std::shared_ptr<const Entry>> entries,
               const std::shared_ptr<RedisSale>& sale);
  void apply_credits(Lock& lock);
  void have_applied(HotFate fate, std::uint64_t number, const std::shared_ptr<RedisSale>& sale);
  void read_credits(const std::shared_ptr<RedisSale>& sale);

  const std::string name_;
  RedisHouse& house_;

  std::mutex mutex_;
  std::deque<Waiting> waiting_;
  std::size_t waiting_claims_ = 0;
  std::vector<std::function<void(GateState)>> attaching_;  // kRecorded: there is a hot copy now, or surely no sale
  bool busy_ = false;                                      // a round is with Redis
  bool building_ = false;                                  // a rebuild has been asked for
  bool no_sale_ = false;                                   // by the ledger's last word
  SaleUid uid_ = 0;
  std::shared_ptr<RedisSale> sale_;  // null: not attached
  PendingEntries entries_{0};
  CreditLine credits_{0};
  bool fetching_ = false;
  std::uint64_t trimmed_ = 0;
  std::uint32_t lost_epoch_ = 0;
  std::uint64_t left_over_ = 0;  // number in the outbox that nobody had committed at the last look
};

}  // namespace allot
