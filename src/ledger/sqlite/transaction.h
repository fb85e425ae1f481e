// All steps of one transaction, in order, between BEGIN and COMMIT.
#pragma once

#include "ledger/sqlite/claim_settler.h"
#include "ledger/sqlite/decider.h"
#include "ledger/sqlite/entry_recorder.h"
#include "ledger/sqlite/kept_credits.h"
#include "ledger/sqlite/load_runner.h"
#include "ledger/sqlite/sale_steps.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class Transaction {
 public:
  Transaction(Connection& writer, EngineKind engine);

  /// Fills the answers, credits and standings. Throws Divergence, SqliteError, LedgerError: roll back.
  void run(Work& work);

 private:
  void run(EntryStep& step);
  void run(DecideStep& step);
  void finish(Work& work);
  template <class Settling>
  void run(Settling& step);

  const EngineKind engine_;
  TouchedSales sales_;
  EntryRecorder entries_;
  ClaimSettler settler_;
  SaleSteps sale_steps_;
  Decider decider_;
  CreditWriter credits_;
  LoadRunner loads_;
};

}  // namespace allot::sqlite
