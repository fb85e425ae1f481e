// The sales of one transaction: each row is read once, first of all, and written back once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "core/sale.h"
#include "engine/credit.h"
#include "ledger/ledger.h"
#include "ledger/sqlite/connection.h"
#include "ledger/sqlite/pool_moves.h"
#include "ledger/step.h"

namespace allot::sqlite {

/// The word for sales that are written by the rules of this engine.
constexpr std::string_view mode_name(EngineKind engine) { return engine == EngineKind::kLedger ? "ledger" : "hot"; }

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
  bool in_mode = false;  // written by this engine's rules
  SaleSwitch switched = SaleSwitch::kOpen;
  std::uint32_t epoch = 0;
  std::uint64_t seq = 0;
  std::uint64_t nonce = 0;
  std::uint64_t credit_no = 0;
  std::int64_t version = 0;
  ClaimNo claims = 0;
  Millis newest_at = 0;  // of a shared ledger: no decision is dated before it
  bool changed = false;

  PoolMoves moves;        // without the total
  PoolMoves::Move total;  // ignored by a sale without one
  std::vector<CreditChange> credit;
};

class TouchedSales {
 public:
  TouchedSales(Connection& writer, EngineKind engine);

  void begin();
  /// The sale as it is now in this transaction; nullptr when there is no live one of this engine.
  TouchedSale* find(SaleUid uid);
  TouchedSale* find(const SaleKey& sale);
  /// The time of what is decided about the sale by somebody whose clock shows `now`.
  static Millis time_in(const TouchedSale& sale, Millis now) { return std::max(now, sale.newest_at); }
  /// Something was recorded at this time. Only processes that share the ledger have to know.
  void note_time(TouchedSale& sale, Millis at) const {
    if (shared_) sale.newest_at = std::max(sale.newest_at, at);
  }
  /// Brings the pools' rows up to date. Throws Divergence if a pool would leave its bounds.
  void write_pools(TouchedSale& sale);
  /// Brings the sale's own row up to date.
  void write_row(const TouchedSale& sale);
  /// Writes all sales and pools back, and numbers the credits. Throws Divergence, SqliteError.
  void write_back(std::vector<Credit>& credits);

 private:
  TouchedSale load(SaleUid uid);
  void move_pool(const TouchedSale& sale, std::string_view pool, const PoolMoves::Move& move, bool required);

  const std::string_view mode_;
  const bool shared_;
  std::unordered_map<SaleUid, TouchedSale> sales_;
  TouchedSale* last_ = nullptr;
  Statement read_;
  Statement find_;
  Statement write_;
  Statement move_pool_;
};

}  // namespace allot::sqlite
