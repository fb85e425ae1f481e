// Records what was decided hot.
#pragma once

#include "ledger/sqlite/batch_table.h"
#include "ledger/sqlite/entry_nonces.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class EntryRecorder {
 public:
  EntryRecorder(Connection& writer, TouchedSales& sales);

  void begin() noexcept { batch_.clear(); }
  /// Applies the entry if it is exactly the next one of its sale. Its claims are written by flush().
  /// Throws Divergence, SqliteError.
  EntryFate record(const Entry& entry);
  /// Must come before anything that reads claims, and before the commit.
  void flush() { batch_.flush(); }

 private:
  void apply(TouchedSale& sale, const Entry& entry);
  void add_claim(TouchedSale& sale, const AcceptedClaim& claim);
  void change(TouchedSale& sale, const SwitchChange& change);
  void change(TouchedSale& sale, const RestockChange& change);
  void change(TouchedSale& sale, const DefinitionChange& change);
  void change(TouchedSale& sale, const PatchChange& change);
  void change(TouchedSale& sale, const BarChange& change);
  bool has_total(const TouchedSale& sale);

  TouchedSales& sales_;
  BatchTable batch_;
  EntryNonces nonces_;
  Statement insert_restock_;
  Statement has_total_;
  Statement read_definition_;
  Statement write_definition_;
  Statement insert_pool_;
  Statement insert_bar_;
};

}  // namespace allot::sqlite
