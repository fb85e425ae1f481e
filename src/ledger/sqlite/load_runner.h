// The steps that begin and end a load of a hot copy.
#pragma once

#include "ledger/sqlite/kept_credits.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class LoadRunner {
 public:
  LoadRunner(TouchedSales& sales, CreditWriter& credits) : sales_(sales), credits_(credits) {}

  /// Both throw SqliteError.
  void run(FenceStep& step);
  void run(LiveStep& step);
  /// REQUIRES: all credits of the transaction are numbered.
  void finish(LiveStep& step);

 private:
  TouchedSales& sales_;
  CreditWriter& credits_;
};

}  // namespace allot::sqlite
