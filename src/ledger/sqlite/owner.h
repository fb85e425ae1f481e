// The owner's row: who may write, and how many transactions there have been.
#pragma once

#include <cstdint>

#include "core/claim.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Fences off every earlier owner by the row that each transaction checks.
class Owner {
 public:
  explicit Owner(Connection& writer);

  /// REQUIRES: inside a transaction. Makes this process the owner under the next fence.
  void take_over(Millis now);
  /// REQUIRES: inside a transaction. False: this process is not the owner (any more).
  bool is_mine();
  /// Transactions counted when is_mine() looked.
  std::int64_t commits() const noexcept { return commits_; }
  /// Counts this transaction.
  void count();
  void count_probe();

 private:
  std::int64_t fence_ = 0;
  std::int64_t nonce_ = 0;
  std::int64_t commits_ = 0;
  Statement read_;
  Statement take_;
  Statement count_;
  Statement count_probe_;
};

}  // namespace allot::sqlite
