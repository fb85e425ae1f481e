// Lists that processes without a hot copy ask for.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ledger/ledger.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Quick only with the indexes of a shared ledger. Throws SqliteError, LedgerError.
class SharedLists {
 public:
  explicit SharedLists(Connection& connection);

  std::vector<SaleBrief> sales(std::string_view after, std::size_t limit);
  std::vector<std::string> overdue(Millis now, std::size_t limit);
  /// Of live sales, oldest sale first.
  std::vector<std::int64_t> keys_of_id(std::string_view id, std::size_t limit);
  /// Those behind the key `behind`, oldest first.
  std::vector<std::int64_t> keys_of_user(SaleUid uid, std::string_view user, std::int64_t behind, std::size_t limit);
  /// Fills in live_claims and live_units.
  void sum_live(SaleUid uid, std::string_view user, UserClaims& of);

 private:
  Statement sales_;
  Statement overdue_;
  Statement by_id_;
  Statement by_user_;
  Statement live_;
};

}  // namespace allot::sqlite
