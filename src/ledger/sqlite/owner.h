// The owner's row: who may write, and how many transactions there have been.
#pragma once

#include <cstdint>

#include "core/claim.h"
#include "ledger/sqlite/connection.h"
#include "ledger/sqlite/tenure.h"

namespace allot::sqlite {

/// Fences off every earlier owner by the row that each transaction checks.
class Owner final : public Tenure {
 public:
  explicit Owner(Connection& writer);

  /// REQUIRES: inside a transaction. Makes this process the owner under the next fence.
  void take_over(Millis now);
  /// False: another process has taken over.
  bool is_mine() override;
  std::int64_t commits() const noexcept override { return commits_; }
  void count() override;
  void count_probe() override;

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
