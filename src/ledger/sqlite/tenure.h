// The right to write the ledger, checked anew in every transaction.
#pragma once

#include <cstdint>
#include <string>

namespace allot::sqlite {

/// Its methods are called inside a transaction. They throw SqliteError.
class Tenure {
 public:
  virtual ~Tenure() = default;
  /// False: this process may not write (any more).
  virtual bool is_mine() = 0;
  /// This process's transactions, counted in the ledger, when is_mine() looked: settles unknown outcomes.
  virtual std::int64_t commits() const noexcept = 0;
  /// Counts this transaction.
  virtual void count() = 0;
  virtual void count_probe() = 0;
};

/// Of this machine, for people; empty when it has none.
std::string host_name();

}  // namespace allot::sqlite
