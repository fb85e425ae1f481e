// Credits as every process that shares the hot copy reads them.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/credit.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Throws SqliteError.
class CreditWriter {
 public:
  explicit CreditWriter(Connection& writer);
  void keep(const Credit& credit);
  /// Forgets all of the sale's up to this number.
  void forget(SaleUid uid, std::uint64_t up_to);

 private:
  Statement keep_;
  Statement forget_;
};

class CreditReader {
 public:
  explicit CreditReader(Connection& connection);
  /// Those behind `after`, in order, up to the first that is missing, at most `limit`. Throws SqliteError, LedgerError.
  std::vector<Credit> read(SaleUid uid, std::uint64_t after, std::size_t limit);

 private:
  Statement read_;
};

}  // namespace allot::sqlite
