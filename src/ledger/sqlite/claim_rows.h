// Claims as whole objects, read from their rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "ledger/settle.h"
#include "ledger/sqlite/connection.h"
#include "ledger/step.h"

namespace allot::sqlite {

/// A claim and its lines. `claim.state`, `reason`, `items` and `expires_at` stand in `balance`.
struct ClaimRecord {
  std::int64_t key = 0;
  Claim claim;
  ClaimBalance balance;
};

/// The claim as everybody sees it: lines that have nothing left are not shown. A claim that was released
/// as a whole still shows what it had.
Claim present(const ClaimRecord& record);

class ClaimRows {
 public:
  explicit ClaimRows(Connection& connection);

  /// Nothing: no claim of that id stands there. Without `no` the sale's rows are searched.
  std::optional<ClaimRecord> find(const ClaimKey& key);
  std::optional<ClaimRecord> read(std::int64_t key);
  /// The place of a claim by its id.
  std::optional<std::int64_t> search(SaleUid uid, std::string_view id);
  /// Oldest first, over all sales, deleted ones too.
  std::vector<std::int64_t> keys_of_ref(std::string_view ref, std::size_t limit);

 private:
  Statement read_;
  Statement lines_;
  Statement search_;
  Statement by_ref_;
};

}  // namespace allot::sqlite
