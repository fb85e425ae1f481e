// All steps of one transaction, in order, between BEGIN and COMMIT.
#pragma once

#include "ledger/database/claim_settler.h"
#include "ledger/database/decider.h"
#include "ledger/database/entry_recorder.h"
#include "ledger/database/load_runner.h"
#include "ledger/database/sale_steps.h"
#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class Transaction {
 public:
  Transaction(Connection& connection, EngineKind engine);

  /// Fills the answers, credits and standings. Throws Divergence, DatabaseError, LedgerError, and whatever a decision
  /// throws: roll back.
  void run(Work& work);

 private:
  void run(EntryStep& step);
  void run(DecideStep& step);
  void run(FenceStep& step) { loads_.run(step); }
  void run(LiveStep& step) { loads_.run(step); }
  void finish(Work& work);
  template <class OfSale>
  requires requires(SaleSteps& steps, OfSale& step) { steps.run(step); }
  void run(OfSale& step);
  template <class Settling>
  requires requires(ClaimSettler& settler, Settling& step) { settler.settle(step); }
  void run(Settling& step);
  std::size_t end_of_settling(const std::vector<Step>& steps, std::size_t first) const;
  void flush();

  const EngineKind engine_;
  Connection& connection_;
  TouchedSales sales_;
  EntryRecorder entries_;
  ClaimSettler settler_;
  SaleSteps sale_steps_;
  Decider decider_;
  LoadRunner loads_;
};

}  // namespace allot::database
