// The sales of one transaction: each row is read once, first of all, and written back once.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/sale.h"
#include "engine/credit.h"
#include "ledger/sqlite/connection.h"
#include "ledger/sqlite/pool_moves.h"
#include "ledger/step.h"

namespace allot::sqlite {

/// Hot state and ledger contradict each other; the transaction must not be committed.
class Divergence : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct TouchedSale {
  SaleUid uid = 0;
  std::string sale;
  bool exists = false;   // and is live
  bool deleted = false;  // by this transaction
  bool hot = false;
  SaleSwitch switched = SaleSwitch::kOpen;
  std::uint32_t epoch = 0;
  std::uint64_t seq = 0;
  std::uint64_t nonce = 0;
  std::uint64_t credit_no = 0;
  std::int64_t version = 0;
  ClaimNo claims = 0;
  bool changed = false;

  PoolMoves moves;        // without the total
  PoolMoves::Move total;  // ignored by a sale without one
  std::vector<CreditChange> credit;
};

class TouchedSales {
 public:
  explicit TouchedSales(Connection& writer);

  void begin();
  /// The sale as it is now in this transaction; nullptr when there is no live, hot one.
  TouchedSale* find(SaleUid uid);
  TouchedSale* find(const SaleKey& sale) { return find(sale.uid); }
  /// Brings the pools' rows up to date. Throws Divergence if a pool would leave its bounds.
  void write_pools(TouchedSale& sale);
  /// Brings the sale's own row up to date.
  void write_row(const TouchedSale& sale);
  /// Writes all sales and pools back, and numbers the credits. Throws Divergence, SqliteError.
  void write_back(std::vector<Credit>& credits);

 private:
  TouchedSale load(SaleUid uid);
  void move_pool(const TouchedSale& sale, std::string_view pool, const PoolMoves::Move& move, bool required);

  std::unordered_map<SaleUid, TouchedSale> sales_;
  TouchedSale* last_ = nullptr;
  Statement read_;
  Statement write_;
  Statement move_pool_;
};

}  // namespace allot::sqlite
