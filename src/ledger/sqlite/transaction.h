// All steps of one transaction, in order, between BEGIN and COMMIT.
#pragma once

#include "ledger/sqlite/claim_settler.h"
#include "ledger/sqlite/decider.h"
#include "ledger/sqlite/entry_recorder.h"
#include "ledger/sqlite/sale_steps.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class Transaction {
 public:
  Transaction(Connection& writer, EngineKind engine);

  /// Fills the answers and credits. Throws Divergence, SqliteError, LedgerError: roll back.
  void run(Work& work);

 private:
  void run(EntryStep& step);
  void run(DecideStep& step);
  template <class Settling>
  void run(Settling& step);

  TouchedSales sales_;
  EntryRecorder entries_;
  ClaimSettler settler_;
  SaleSteps sale_steps_;
  Decider decider_;
};

}  // namespace allot::sqlite
