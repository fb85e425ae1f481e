#include "ledger/sqlite/touched_sales.h"

#include "ledger/sqlite/status_text.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kRead =
    "SELECT sale, status, mode, epoch, seq, nonce, credit_no, version, claims, newest_at FROM allot_sale "
    "WHERE uid = ?";
constexpr std::string_view kFind = "SELECT uid FROM allot_sale WHERE sale = ? AND status <> 'deleted'";
constexpr std::string_view kWrite =
    "UPDATE allot_sale SET status = ?, mode = ?, seq = ?, nonce = ?, credit_no = ?, version = ?, claims = ?, newest_at "
    "= ? "
    "WHERE uid = ?";
constexpr std::string_view kMovePool =
    "UPDATE allot_pool SET stocked = stocked + ?, taken = taken + ?, confirmed = confirmed + ? "
    "WHERE uid = ? AND pool = ?";

}  // namespace

TouchedSales::TouchedSales(Connection& writer, EngineKind engine)
    : mode_(mode_name(engine)),
      shared_(engine != EngineKind::kMemory),
      read_(writer, kRead),
      find_(writer, kFind),
      write_(writer, kWrite),
      move_pool_(writer, kMovePool) {}

void TouchedSales::begin() {
  sales_.clear();
  last_ = nullptr;
}

TouchedSale* TouchedSales::find(SaleUid uid) {
  if (last_ == nullptr || last_->uid != uid) {
    auto found = sales_.find(uid);
    if (found == sales_.end()) found = sales_.emplace(uid, load(uid)).first;
    last_ = &found->second;
  }
  return last_->exists && last_->in_mode && !last_->deleted ? last_ : nullptr;
}

// A name may pass from one sale to another within a transaction, so it is looked up each time.
TouchedSale* TouchedSales::find(const SaleKey& sale) {
  if (sale.uid != 0) return find(sale.uid);
  SaleUid uid = 0;
  {
    Rows row = find_.query(std::string_view(sale.name));
    if (!row.next()) return nullptr;
    uid = static_cast<SaleUid>(row.integer(0));
  }
  return find(uid);
}

TouchedSale TouchedSales::load(SaleUid uid) {
  TouchedSale sale;
  sale.uid = uid;
  Rows row = read_.query(uid);
  if (!row.next() || row.text(1) == kStatusDeleted) return sale;
  sale.exists = true;
  sale.sale = row.text(0);
  sale.switched = switch_from_text(row.text(1));
  sale.in_mode = row.text(2) == mode_;
  sale.epoch = static_cast<std::uint32_t>(row.integer(3));
  sale.seq = static_cast<std::uint64_t>(row.integer(4));
  sale.nonce = static_cast<std::uint64_t>(row.integer(5));
  sale.credit_no = static_cast<std::uint64_t>(row.integer(6));
  sale.version = row.integer(7);
  sale.claims = static_cast<ClaimNo>(row.integer(8));
  sale.newest_at = row.integer(9);
  return sale;
}

void TouchedSales::move_pool(const TouchedSale& sale, std::string_view pool, const PoolMoves::Move& move,
                             bool required) {
  const auto place = [&] { return "sale '" + sale.sale + "', pool '" + std::string(pool) + "': "; };
  try {
    const std::int64_t rows = move_pool_.run(move.stocked, move.taken, move.confirmed, sale.uid, pool);
    if (rows == 0 && required) throw Divergence(place() + "the ledger has no such pool; nothing was recorded");
  } catch (const SqliteError& error) {
    if (error.primary() != SQLITE_CONSTRAINT) throw;
    throw Divergence(place() + "stocked " + std::to_string(move.stocked) + ", taken " + std::to_string(move.taken) +
                     ", confirmed " + std::to_string(move.confirmed) +
                     " (signed) would break 0 <= confirmed <= taken <= stocked; hot state and ledger have diverged, "
                     "nothing was recorded");
  }
}

void TouchedSales::write_pools(TouchedSale& sale) {
  for (const PoolMoves::Move& move : sale.moves.all()) {
    if (move.moves()) move_pool(sale, move.pool, move, true);
  }
  if (sale.total.moves()) move_pool(sale, kTotalPool, sale.total, false);
  sale.moves.clear();
  sale.total = {};
}

void TouchedSales::write_row(const TouchedSale& sale) {
  write_.run(sale.deleted ? kStatusDeleted : sale_switch_name(sale.switched),
             sale.deleted ? std::string_view("none") : mode_, sale.seq, sale.nonce, sale.credit_no, sale.version,
             sale.claims, sale.newest_at, sale.uid);
}

void TouchedSales::write_back(std::vector<Credit>& credits) {
  for (auto& [uid, sale] : sales_) {
    if (!sale.changed) continue;
    write_pools(sale);
    if (!sale.credit.empty()) {
      ++sale.credit_no;
      credits.push_back({uid, sale.credit_no, std::move(sale.credit)});
    }
    write_row(sale);
  }
}

}  // namespace allot::sqlite
