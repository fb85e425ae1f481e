// Entries that are in the outbox in Redis and, as far as this process knows, not yet in the ledger.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "engine/entry.h"
#include "service/gate.h"

namespace allot {

/// Of one sale in one epoch. Not thread-safe.
///
/// Invariant: whoever waits for an entry waits at its gate; gates open in the order of the numbers.
class PendingEntries {
 public:
  using Waiters = std::vector<std::shared_ptr<Waiter>>;

  explicit PendingEntries(std::uint64_t known) : known_(known), next_(known + 1) {}

  /// This process's own, or one that was read from the outbox.
  void add(std::shared_ptr<const Entry> entry);
  /// The gate of this number; null when it is in the ledger. Makes a place for one that others have made.
  GatePtr gate(std::uint64_t seq);
  void wait(std::uint64_t seq, const std::shared_ptr<Waiter>& waiter);

  /// The next entry to be committed, in order; null: there is none, or it must be read from the outbox first.
  std::shared_ptr<const Entry> take();
  /// Numbers that must be read from the outbox before anything can go on: first and last, 0: none.
  std::pair<std::uint64_t, std::uint64_t> missing() const;

  /// The ledger holds entries up to `seq`: opens their gates.
  void recorded(std::uint64_t seq, Waiters& waiters);
  /// The ledger stands at `seq`, less than was thought: those behind it go again.
  void go_back(std::uint64_t seq) { next_ = seq + 1; }
  /// Nobody knows what becomes of what waits. `forget`: nor does it ever go to the ledger from here.
  void give_up(bool forget, Waiters& waiters);

  std::uint64_t known() const { return known_; }
  bool empty() const { return places_.empty(); }
  std::size_t size() const { return places_.size(); }

 private:
  struct Place {
    std::shared_ptr<const Entry> entry;
    GatePtr gate = std::make_shared<Gate>();
    Waiters waiters;
  };

  std::uint64_t known_;  // newest number in the ledger
  std::uint64_t next_;   // to be taken
  std::map<std::uint64_t, Place> places_;
};

}  // namespace allot
