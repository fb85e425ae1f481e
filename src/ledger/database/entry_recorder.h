// Records what was decided hot, or under the ledger's own lock.
#pragma once

#include <memory>
#include <vector>

#include "ledger/database/claim_inserter.h"
#include "ledger/database/entry_nonces.h"
#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class EntryRecorder {
 public:
  EntryRecorder(Connection& connection, TouchedSales& sales)
      : connection_(connection), sales_(sales), claims_(connection), nonces_(connection) {}

  void begin() noexcept {
    claims_.clear();
    nonces_.clear();
  }
  /// Applies the entry if it is exactly the next one of its sale. Its claims are written by flush(), until which the
  /// entry is kept. Throws Divergence, DatabaseError.
  EntryFate record(const std::shared_ptr<const Entry>& entry);
  /// Must come before anything that reads claims, and before the commit.
  void flush() {
    claims_.flush();
    nonces_.flush();
  }

 private:
  void apply(TouchedSale& sale, const Entry& entry);
  void add_claim(TouchedSale& sale, const AcceptedClaim& claim);
  void change(TouchedSale& sale, const SwitchChange& change);
  void change(TouchedSale& sale, const RestockChange& change);
  void change(TouchedSale& sale, const DefinitionChange& change);
  void change(TouchedSale& sale, const PatchChange& change);
  void change(TouchedSale& sale, const BarChange& change);
  bool has_total(const TouchedSale& sale);

  Connection& connection_;
  TouchedSales& sales_;
  ClaimInserter claims_;
  EntryNonces nonces_;
};

}  // namespace allot::database
