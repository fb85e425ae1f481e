// Credits on their way from the ledger to the hot copy, in order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "engine/credit.h"

namespace allot {

/// Of one sale in one epoch. Not thread-safe.
class CreditLine {
 public:
  using Ready = std::function<void(bool applied)>;

  explicit CreditLine(std::uint64_t applied) : applied_(applied), target_(applied) {}

  void add(const Credit& credit);
  /// The ledger has numbered credits up to this one.
  void expect(std::uint64_t number) { target_ = std::max(target_, number); }
  /// `ready` runs when all credits up to `number` are applied.
  void wait(std::uint64_t number, Ready ready) { waiting_.emplace(number, std::move(ready)); }

  bool behind() const { return applied_ < target_; }
  std::uint64_t applied() const { return applied_; }
  std::uint64_t target() const { return target_; }
  /// The next one to apply; null: it must be read from the ledger.
  const Credit* next() const;
  /// The hot copy has applied up to `number`; adds whoever waited for that.
  void applied(std::uint64_t number, std::vector<Ready>& ready);
  /// Adds everybody who waits.
  void give_up(std::vector<Ready>& ready);

  bool busy = false;  // a credit is on its way, or being read

 private:
  std::uint64_t applied_;
  std::uint64_t target_;
  std::map<std::uint64_t, Credit> credits_;
  std::multimap<std::uint64_t, Ready> waiting_;
};

}  // namespace allot
