// The sales of one transaction: each row is locked and read once, first of all, and written back once.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/sale.h"
#include "engine/credit.h"
#include "ledger/database/connection.h"
#include "ledger/database/divergence.h"
#include "ledger/database/pool_moves.h"
#include "ledger/entry_place.h"
#include "ledger/ledger.h"
#include "ledger/load_steps.h"
#include "ledger/step.h"

namespace allot::database {

struct TouchedSale {
  SaleUid uid = 0;
  std::string sale;
  bool deleted = false;  // before, or by this transaction
  bool ours = false;     // of this engine, in a mode in which it may be written
  SaleSwitch switched = SaleSwitch::kOpen;
  LoadState load;  // with the epoch, and the newest entry
  std::uint64_t credit_no = 0;
  std::int64_t version = 0;
  ClaimNo claims = 0;
  Millis newest_at = 0;
  bool changed = false;

  PoolMoves moves;  // without the total
  PoolDelta total;  // ignored by a sale without one
  std::vector<CreditChange> credit;
};

class TouchedSales {
 public:
  TouchedSales(Connection& connection, EngineKind engine) : connection_(connection), engine_(engine) {}

  /// REQUIRES: at the begin of a transaction. Locks the rows of all sales that the steps name, in the order of
  /// their uids. Throws DatabaseError; kRetry also where a name has changed hands meanwhile.
  void lock(const std::vector<Step>& steps);
  /// One that this transaction has made, or that another one has made since lock().
  void add_created(SaleUid uid);

  /// The sale as it is now in this transaction; nullptr when there is no live one of this engine in its
  /// mode.
  TouchedSale* find(const SaleKey& key);
  TouchedSale* find(std::string_view name);
  /// What an entry of the sale is held against; nullptr: no such sale.
  EntryGround ground_of(const TouchedSale* sale) const;
  /// Whether a sale had this uid and has been deleted.
  bool was_deleted(SaleUid uid) const;
  /// Brings the pools' rows up to date. Throws Divergence if a pool would leave its bounds.
  void write_pools(TouchedSale& sale);
  /// Brings the sale's own row up to date.
  void write_row(TouchedSale& sale);
  /// Writes all sales and pools back, and numbers the credits. Throws Divergence, DatabaseError.
  void write_back(std::vector<Credit>& credits);
  /// Of all live sales of the transaction, in the order of their uids.
  std::vector<SaleStanding> standings() const;

 private:
  void load(const std::vector<SaleUid>& uids);
  void write_rows(std::span<TouchedSale* const> sales);

  Connection& connection_;
  EngineKind engine_;
  std::map<SaleUid, TouchedSale> sales_;
  std::map<std::string, SaleUid, std::less<>> names_;
};

}  // namespace allot::database
