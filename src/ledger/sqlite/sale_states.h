// Reads sales as hot state is rebuilt from them.
#pragma once

#include <optional>
#include <vector>

#include "engine/snapshot.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Consistent only within one read transaction of the connection.
class SaleStates {
 public:
  explicit SaleStates(Connection& connection);

  /// Nothing: no live sale. Throws LedgerError when its definition cannot be read, SqliteError.
  std::optional<SaleState> read(SaleUid uid);
  /// All live sales, oldest first.
  std::vector<SaleState> live();

 private:
  void read_pools(SaleState& state);
  void read_restocks(SaleState& state);

  Statement live_;
  Statement sale_;
  Statement pools_;
  Statement restocks_;
};

}  // namespace allot::sqlite
