// The steps that begin and end a load of a hot copy.
#pragma once

#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class LoadRunner {
 public:
  LoadRunner(Connection& connection, TouchedSales& sales) : connection_(connection), sales_(sales) {}

  /// Both throw DatabaseError.
  void run(FenceStep& step);
  void run(LiveStep& step);
  /// REQUIRES: all credits of the transaction are numbered.
  void finish(LiveStep& step);

 private:
  Connection& connection_;
  TouchedSales& sales_;
};

}  // namespace allot::database
