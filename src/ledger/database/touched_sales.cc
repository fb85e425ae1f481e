#include "ledger/database/touched_sales.h"

#include "ledger/database/column_words.h"
#include "ledger/database/pool_writer.h"
#include "ledger/database/step_sales.h"
#include "ledger/sale_mode.h"

namespace allot::database {
namespace {

constexpr Column kUid[] = {{"uid"}};
constexpr Column kName[] = {{"name", Column::Type::kText}};
constexpr BulkSql kResolve{
    BulkSql::Form::kSelect,
    "SELECT s.sale, s.uid FROM {rows} JOIN allot_sale AS s {by allot_sale_live} ON s.live = v.name", kName};
constexpr BulkSql kLock{BulkSql::Form::kSelect,
                        "SELECT s.uid, s.sale, s.status, s.mode, s.epoch, s.seq, s.nonce, s.credit_no, s.version, "
                        "s.claims, s.newest_at, s.token, s.shards, s.loader_at, s.engine FROM {rows} JOIN allot_sale "
                        "AS s {by PRIMARY} ON s.uid = v.uid "
                        "ORDER BY s.uid FOR UPDATE",
                        kUid};
constexpr Column kRow[] = {{"uid"},
                           {"status", Column::Type::kText},
                           {"mode", Column::Type::kText},
                           {"epoch"},
                           {"seq"},
                           {"nonce"},
                           {"credit_no"},
                           {"version"},
                           {"claims"},
                           {"newest_at"},
                           {"token"},
                           {"shards"},
                           {"loader_at"}};
constexpr BulkSql kWrite{BulkSql::Form::kUpdate, "allot_sale", kRow, 1};

LoadState load_of(const Rows& row, SaleMode mode) {
  LoadState load;
  load.mode = mode;
  load.epoch = static_cast<std::uint32_t>(row.integer(4));
  load.mark = {static_cast<std::uint64_t>(row.integer(5)), static_cast<std::uint64_t>(row.integer(6))};
  load.token = static_cast<std::uint64_t>(row.integer(11));
  load.shards = static_cast<std::uint32_t>(row.integer(12));
  load.loader_at = row.integer(13);
  return load;
}

TouchedSale read_row(const Rows& row, EngineKind engine) {
  TouchedSale sale;
  sale.uid = static_cast<SaleUid>(row.integer(0));
  sale.sale = row.text(1);
  sale.deleted = row.text(2) == kStatusDeleted;
  sale.switched = switch_of_word(row.text(2));
  const std::optional<SaleMode> mode = mode_of_word(row.text(3));
  sale.ours = mode && works_in(engine, *mode) && row.text(14) == engine_name(engine);
  sale.load = load_of(row, mode.value_or(SaleMode::kLedger));
  sale.credit_no = static_cast<std::uint64_t>(row.integer(7));
  sale.version = row.integer(8);
  sale.claims = static_cast<ClaimNo>(row.integer(9));
  sale.newest_at = row.integer(10);
  return sale;
}

}  // namespace

void TouchedSales::lock(const std::vector<Step>& steps) {
  sales_.clear();
  names_.clear();
  StepSales wanted = sales_of(steps);
  Batch names(std::size(kName));
  for (const std::string& name : wanted.names) names.add({name});
  connection_.read(kResolve, names, [&](const Rows& row) {
    names_.emplace(row.text(0), row.integer(1));
    wanted.uids.insert(static_cast<SaleUid>(row.integer(1)));
  });
  load({wanted.uids.begin(), wanted.uids.end()});
  for (const auto& [name, uid] : names_) {
    if (find(SaleKey(uid)) == nullptr && was_deleted(uid)) {
      throw DatabaseError(Failure::kRetry, {}, "the sale '" + name + "' was deleted in this moment");
    }
  }
}

void TouchedSales::load(const std::vector<SaleUid>& uids) {
  Batch keys(std::size(kUid));
  for (const SaleUid uid : uids) keys.add({uid});
  connection_.read(kLock, keys, [&](const Rows& row) {
    TouchedSale sale = read_row(row, engine_);
    const SaleUid uid = sale.uid;
    sales_.insert_or_assign(uid, std::move(sale));
  });
}

void TouchedSales::add_created(SaleUid uid) {
  load({uid});
  names_.insert_or_assign(sales_.at(uid).sale, uid);
}

TouchedSale* TouchedSales::find(const SaleKey& key) {
  if (key.uid == 0) return find(key.name);
  const auto found = sales_.find(key.uid);
  if (found == sales_.end() || found->second.deleted || !found->second.ours) return nullptr;
  return &found->second;
}

TouchedSale* TouchedSales::find(std::string_view name) {
  const auto found = names_.find(name);
  return found == names_.end() ? nullptr : find(SaleKey(found->second));
}

bool TouchedSales::was_deleted(SaleUid uid) const {
  const auto found = sales_.find(uid);
  return found != sales_.end() && found->second.deleted;
}

void TouchedSales::write_pools(TouchedSale& sale) {
  TouchedSale* const one[] = {&sale};
  write_moves(connection_, one);
}

void TouchedSales::write_row(TouchedSale& sale) {
  TouchedSale* const one[] = {&sale};
  write_rows(one);
}

void TouchedSales::write_rows(std::span<TouchedSale* const> sales) {
  Batch rows(std::size(kRow));
  for (const TouchedSale* sale : sales) {
    const LoadState& load = sale->load;
    rows.add({sale->uid, sale->deleted ? kStatusDeleted : sale_switch_name(sale->switched),
              sale->deleted ? kModeOfDeleted : mode_word(load.mode), load.epoch, load.mark.seq, load.mark.nonce,
              sale->credit_no, sale->version, sale->claims, sale->newest_at, load.token, load.shards, load.loader_at});
  }
  connection_.write(kWrite, rows);
}

void TouchedSales::write_back(std::vector<Credit>& credits) {
  std::vector<TouchedSale*> changed;
  for (auto& [uid, sale] : sales_) {
    if (!sale.changed) continue;
    changed.push_back(&sale);
    if (sale.credit.empty()) continue;
    ++sale.credit_no;
    credits.push_back({uid, sale.credit_no, std::move(sale.credit), sale.load.mark.seq});
    sale.credit.clear();
  }
  write_moves(connection_, changed);
  write_rows(changed);
}

EntryGround TouchedSales::ground_of(const TouchedSale* sale) const {
  if (sale == nullptr) return {};
  return {takes_entries(engine_, sale->load.mode), sale->load.epoch, sale->load.mark};
}

std::vector<SaleStanding> TouchedSales::standings() const {
  std::vector<SaleStanding> standings;
  for (const auto& [uid, sale] : sales_) {
    if (!sale.ours || sale.deleted) continue;
    standings.push_back({uid, sale.sale, sale.load.mode, sale.load.epoch, sale.load.mark, sale.credit_no});
  }
  return standings;
}

}  // namespace allot::database
