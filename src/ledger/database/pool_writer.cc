#include "ledger/database/pool_writer.h"

#include <map>

#include "core/limits.h"

namespace allot::database {
namespace {

constexpr Column kKey[] = {{"uid"}, {"pool", Column::Type::kText}};
constexpr BulkSql kRead{
    BulkSql::Form::kSelect,
    "SELECT p.uid, p.pool, p.stocked, p.taken, p.confirmed FROM {rows} JOIN allot_pool AS p {by PRIMARY} "
    "ON p.uid = v.uid AND p.pool = v.pool",
    kKey};
constexpr Column kRow[] = {{"uid"}, {"pool", Column::Type::kText}, {"stocked"}, {"taken"}, {"confirmed"}};
constexpr BulkSql kWrite{BulkSql::Form::kUpdate, "allot_pool", kRow, 2};

// The pools that move, with where they stand. Their rows cannot change under the locks of their sales.
class Moving {
 public:
  explicit Moving(Connection& connection) : connection_(connection) {}

  void read(std::span<TouchedSale* const> sales) {
    Batch keys(std::size(kKey));
    for (const TouchedSale* sale : sales) {
      for (const PoolDelta& delta : sale->moves.all()) {
        if (delta.moves()) keys.add({sale->uid, delta.pool});
      }
      if (sale->total.moves()) keys.add({sale->uid, kTotalPool});
    }
    connection_.read(kRead, keys, [this](const Rows& row) {
      pools_[{static_cast<SaleUid>(row.integer(0)), std::string(row.text(1))}] = {row.integer(2), row.integer(3),
                                                                                  row.integer(4)};
    });
  }
  void move(const TouchedSale& sale, std::string_view pool, const PoolDelta& delta, bool required) {
    if (!delta.moves()) return;
    const auto found = pools_.find({sale.uid, std::string(pool)});
    if (found == pools_.end()) {
      if (required) throw Divergence(place(sale, pool) + "the ledger has no such pool; nothing was recorded");
      return;
    }
    Figures& figures = found->second;
    figures.stocked += delta.stocked;
    figures.taken += delta.taken;
    figures.confirmed += delta.confirmed;
    if (!figures.fit()) throw Divergence(place(sale, pool) + describe(delta));
    rows_.add({sale.uid, found->first.second, figures.stocked, figures.taken, figures.confirmed});
  }
  void write() { connection_.write(kWrite, rows_); }

 private:
  struct Figures {
    std::int64_t stocked = 0;
    std::int64_t taken = 0;
    std::int64_t confirmed = 0;
    bool fit() const {
      return 0 <= confirmed && confirmed <= taken && taken <= stocked && stocked <= limits::kStockMax;
    }
  };

  static std::string place(const TouchedSale& sale, std::string_view pool) {
    return "sale '" + sale.sale + "', pool '" + std::string(pool) + "': ";
  }
  static std::string describe(const PoolDelta& delta) {
    return "stocked " + std::to_string(delta.stocked) + ", taken " + std::to_string(delta.taken) + ", confirmed " +
           std::to_string(delta.confirmed) +
           " (signed) would break 0 <= confirmed <= taken <= stocked; hot state and ledger have diverged, "
           "nothing was recorded";
  }

  Connection& connection_;
  std::map<std::pair<SaleUid, std::string>, Figures> pools_;
  Batch rows_{std::size(kRow)};
};

}  // namespace

void write_moves(Connection& connection, std::span<TouchedSale* const> sales) {
  Moving moving(connection);
  moving.read(sales);
  for (TouchedSale* sale : sales) {
    for (const PoolDelta& delta : sale->moves.all()) moving.move(*sale, delta.pool, delta, true);
    moving.move(*sale, kTotalPool, sale->total, false);
    sale->moves.clear();
    sale->total = {};
  }
  moving.write();
}

}  // namespace allot::database
