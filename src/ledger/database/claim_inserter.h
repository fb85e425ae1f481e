// Gathers new claims of a transaction and inserts them by few statements.
#pragma once

#include <memory>
#include <vector>

#include "engine/entry.h"
#include "ledger/database/connection.h"

namespace allot::database {

class ClaimInserter {
 public:
  explicit ClaimInserter(Connection& connection) : connection_(connection) {}

  void clear() noexcept;
  /// Text is borrowed until flush(); keep() what owns it.
  void add(SaleUid uid, const AcceptedClaim& claim);
  void add(SaleUid uid, const BarChange& bar, std::int64_t version);
  void keep(std::shared_ptr<const Entry> entry) { kept_.push_back(std::move(entry)); }
  void flush();

 private:
  Connection& connection_;
  Batch claims_{15};
  Batch lines_{5};
  std::vector<std::shared_ptr<const Entry>> kept_;
};

}  // namespace allot::database
