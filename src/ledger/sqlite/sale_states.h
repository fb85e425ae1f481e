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
  /// For one decision: without any restock but the one that is named. Marked as partial.
  std::optional<SaleState> read_part(SaleUid uid, const std::string& restock);
  /// Number of the live sale of this name.
  std::optional<SaleUid> uid_of(std::string_view name);
  /// All live sales, oldest first.
  std::vector<SaleState> live();

 private:
  std::optional<SaleState> read_row(SaleUid uid);
  void read_pools(SaleState& state);
  static void add_restocks(SaleState& state, Rows rows);

  Statement live_;
  Statement sale_;
  Statement pools_;
  Statement restocks_;
  Statement restock_;
  Statement find_;
};

}  // namespace allot::sqlite
