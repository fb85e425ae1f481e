// The claims of one transaction as a table that SQLite reads straight from memory.
//
// INSERT ... SELECT from a virtual table writes half as many rows again per second as binding and stepping
// one INSERT per row: there is one statement for all rows, and no value is copied on its way to the record.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/entry.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

struct ClaimBatchRow {
  std::int64_t key = 0;
  const AcceptedClaim* claim = nullptr;

  static const char* declaration();
  void column(sqlite3_context* context, int index) const;
};

/// The second and further lines of claims.
struct LineBatchRow {
  std::int64_t key = 0;
  std::int64_t line = 0;  // from 1
  ItemView item;

  static const char* declaration();
  void column(sqlite3_context* context, int index) const;
};

/// Gathers accepted claims and inserts all of them at once. Lives as long as its connection.
class BatchTable {
 public:
  explicit BatchTable(Connection& writer);
  BatchTable(const BatchTable&) = delete;
  BatchTable& operator=(const BatchTable&) = delete;

  /// `claim` must stay where it is until flush() or clear().
  void add(std::int64_t key, const AcceptedClaim& claim);
  void flush();
  void clear() noexcept;

 private:
  std::vector<ClaimBatchRow> claims_;
  std::vector<LineBatchRow> lines_;
  bool plain_ = true;                             // no claim has ref, meta or if_version
  std::optional<Statement> insert_plain_claims_;  // prepared once their tables are registered
  std::optional<Statement> insert_claims_;
  std::optional<Statement> insert_lines_;
};

}  // namespace allot::sqlite
