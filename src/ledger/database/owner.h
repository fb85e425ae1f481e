// The owner's row: who may write to a ledger that belongs to one process.
#pragma once

#include <cstdint>

#include "core/claim.h"
#include "ledger/database/connection.h"

namespace allot::database {

/// Fences off every earlier owner by the row that each transaction locks and checks. Outlives connections.
class Owner {
 public:
  /// REQUIRES: inside a transaction. Makes this process the owner under the next fence.
  void take_over(Connection& connection, Millis now);
  /// REQUIRES: inside a transaction, before anything else. False: this process is not the owner (any more).
  bool is_mine(Connection& connection) const;
  bool taken() const noexcept { return nonce_ != 0; }
  /// REQUIRES: inside a transaction. Fences off whoever owns the ledger: it is shared from now on, and this process
  /// is told apart from the others by its fence.
  void share(Connection& connection);
  /// 0: neither taken nor shared.
  std::int64_t fence() const noexcept { return fence_; }

 private:
  std::int64_t fence_ = 0;
  std::int64_t nonce_ = 0;
};

}  // namespace allot::database
