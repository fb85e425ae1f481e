// The one place where a sale's decisions meet: its hot state, its outbox and who waits for what.
#pragma once

#include <atomic>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.h"
#include "engine/engine.h"
#include "reconcile/compare.h"
#include "service/claim_call.h"
#include "service/gate.h"

namespace allot {

/// What the lane tells the rest of the pipeline. has_* come with the lane's lock held: be brief.
class LaneEvents {
 public:
  virtual ~LaneEvents() = default;
  virtual void has_entries(const std::shared_ptr<class Lane>& lane) = 0;
  virtual void has_overdue(const std::shared_ptr<class Lane>& lane) = 0;
  virtual void decided(const ClaimCall& call) = 0;
  virtual bool frozen() const = 0;
};

/// One live sale in this process. Thread-safe: every public method takes the lock.
///
/// Invariant: the outbox holds, in order and without gaps, every entry that was decided and is not known
/// to be in the ledger. Failure: when the ledger surely recorded nothing, the outbox is taken back whole.
class Lane : public std::enable_shared_from_this<Lane> {
 public:
  using Waiters = std::vector<std::shared_ptr<Waiter>>;

  Lane(SaleState state, std::unique_ptr<HotSale> hot, const Clock& clock, LaneEvents& events, Millis not_before);

  SaleUid uid() const { return uid_; }
  const std::string& name() const { return name_; }

  /// Decides the call and hands it to `client`, or parks both until overdue holds are released.
  void decide(ClaimCall& call, const std::shared_ptr<ClaimClient>& client);

  /// Decides a restriction. `ready` runs once its entry has a fate (at once if it needs none): the gate's
  /// state says which. May run on the ledger thread.
  void order(std::shared_ptr<HotOrder> order, std::function<void(GateState)> ready);

  // For the ledger thread.
  /// Adds entries that no commit has carried yet, up to about `claims_max` claims.
  void take(std::vector<std::shared_ptr<const Entry>>& to, std::size_t claims_max);
  bool has_untaken();
  /// One commit: entries up to `seq` (0: none) are in the ledger, and what it gave back. The credit is
  /// applied before the gates open, so that whoever is told can rely on it. Adds whoever waited.
  void recorded(std::uint64_t seq, const Credit* credit, Waiters& waiters);
  /// Nothing of the outbox is in the ledger: takes all of it back.
  void take_back(Waiters& waiters);
  /// Those who wait are told that nobody knows; the entries stay.
  void give_up_waiting(Waiters& waiters);
  /// While a sale is being deleted nothing new may be decided for it.
  void retire(bool value);
  /// The sale is gone: later calls are answered `unknown_sale`.
  void drop();

  // Holds.
  std::vector<ClaimNo> overdue(Millis now, std::size_t limit);
  /// An expiry step has ended; parked calls go on.
  void overdue_done();
  Millis next_due() const { return next_due_.load(std::memory_order_relaxed); }

  // Reads.
  bool is_dropped();
  struct Found {
    HotClaim claim;
    GatePtr gate;  // null: in the ledger
  };
  std::optional<Found> find(std::string_view claim);
  HotUser user(std::string_view name);
  /// Calls `ready` once `gate` has moved; at once if it has.
  void when_settled(const GatePtr& gate, std::function<void(GateState)> ready);
  /// What is left hot, and what the outbox holds beyond the ledger.
  HotFigures figures();
  /// The sale's time: the clock, but never running back.
  Millis now();

 private:
  struct Pending {
    std::shared_ptr<Entry> entry;
    GatePtr gate;
    Waiters waiters;
    std::size_t claims = 0;
    std::size_t bytes = 0;
  };
  struct Parked {
    ClaimCall* call;
    std::shared_ptr<ClaimClient> client;
  };

  Millis now_locked();
  bool park(ClaimCall& call, const std::shared_ptr<ClaimClient>& client);
  void decide_locked(ClaimCall& call, const std::shared_ptr<ClaimClient>& client);
  void push_entry(std::shared_ptr<Entry> entry);
  Pending* pending(std::uint64_t seq);
  void refresh_due();

  const SaleUid uid_;
  const std::string name_;
  const Clock& clock_;
  LaneEvents& events_;

  std::mutex mutex_;
  std::unique_ptr<HotSale> hot_;
  std::deque<Pending> outbox_;
  std::size_t taken_ = 0;  // of the outbox, from the front: in a commit
  std::size_t outbox_claims_ = 0;
  std::size_t outbox_bytes_ = 0;
  std::vector<Parked> parked_;
  bool retired_ = false;
  bool dropped_ = false;
  Millis last_now_ = 0;
  std::atomic<Millis> next_due_{0};
};

}  // namespace allot
