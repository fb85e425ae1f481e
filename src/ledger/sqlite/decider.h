// Decisions that are made inside the transaction.
#pragma once

#include "ledger/sqlite/claim_settler.h"
#include "ledger/sqlite/entry_recorder.h"
#include "ledger/sqlite/picked_claims.h"
#include "ledger/sqlite/sale_states.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class Decider {
 public:
  Decider(Connection& writer, TouchedSales& sales, EntryRecorder& entries, ClaimSettler& settler);

  /// See DecideStep. Throws Divergence, SqliteError, LedgerError, and whatever `decide` throws.
  void run(DecideStep& step);

 private:
  void decide(DecideStep& step, TouchedSale& sale);

  TouchedSales& sales_;
  EntryRecorder& entries_;
  ClaimSettler& settler_;
  SaleStates states_;
  PickedClaims claims_;
};

}  // namespace allot::sqlite
