// Decisions that are made inside the transaction, under the lock on the sale's row.
#pragma once

#include "ledger/database/claim_settler.h"
#include "ledger/database/entry_recorder.h"
#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class Decider {
 public:
  Decider(Connection& connection, TouchedSales& sales, EntryRecorder& entries, ClaimSettler& settler, EngineKind engine)
      : engine_(engine), connection_(connection), sales_(sales), entries_(entries), settler_(settler) {}

  /// REQUIRES: everything before is written, except the sales' own rows. Throws Divergence when what was decided does
  /// not follow what is in the ledger, and DatabaseError.
  void run(DecideStep& step);

 private:
  void decide(DecideStep& step, TouchedSale& sale);

  const EngineKind engine_;
  Connection& connection_;
  TouchedSales& sales_;
  EntryRecorder& entries_;
  ClaimSettler& settler_;
};

}  // namespace allot::database
