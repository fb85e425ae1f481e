#include "ledger/database/entry_recorder.h"

#include "wire/json/definition_json.h"

namespace allot::database {
namespace {

constexpr std::string_view kInsertRestock =
    "INSERT INTO allot_restock(uid, id, pool, units, moves_total, if_version, left_after, at) "
    "VALUES(?, ?, ?, ?, ?, ?, ?, {now})";
constexpr std::string_view kHasTotal = "SELECT 1 FROM allot_pool WHERE uid = ? AND pool = '*'";
constexpr std::string_view kMost = "SELECT claims_per_user_most, units_per_user_most FROM allot_sale WHERE uid = ?";
constexpr std::string_view kReadDefinition = "SELECT definition FROM allot_sale WHERE uid = ?";
constexpr std::string_view kWriteDefinition =
    "UPDATE allot_sale SET definition = ?, claims_per_user_most = ?, units_per_user_most = ? WHERE uid = ?";
constexpr Column kPool[] = {{"uid"}, {"pool", Column::Type::kText}, {"stocked"}, {"taken"}, {"confirmed"}};
constexpr BulkSql kInsertPools{BulkSql::Form::kInsert, "allot_pool", kPool};

// The engine numbers claims without gaps, as the ledger does.
void take_number(TouchedSale& sale, ClaimNo no) {
  if (no != sale.claims) {
    throw Divergence("sale '" + sale.sale + "': claim number " + std::to_string(no) + " came where " +
                     std::to_string(sale.claims) + " is next; nothing was recorded");
  }
  ++sale.claims;
}

// 0 is the loosest limit of all: none.
std::int64_t looser(std::int64_t one, std::int64_t other) { return one == 0 || other == 0 ? 0 : std::max(one, other); }

}  // namespace

EntryFate EntryRecorder::record(const std::shared_ptr<const Entry>& entry) {
  TouchedSale* sale = sales_.find(entry->uid);
  const EntryFate fate = place_entry(*entry, sales_.ground_of(sale), [&] { return nonces_.find(*entry); });
  if (fate != EntryFate::kRecorded) return fate;
  claims_.keep(entry);
  apply(*sale, *entry);
  return fate;
}

void EntryRecorder::apply(TouchedSale& sale, const Entry& entry) {
  sale.changed = true;
  sale.load.mark = {entry.seq, entry.nonce};
  if (entry.prev) nonces_.keep(entry);
  sale.version = entry.version;
  for (const AcceptedClaim& claim : entry.claims) add_claim(sale, claim);
  for (const EntryChange& changed : entry.changes) {
    std::visit([&](const auto& what) { change(sale, what); }, changed);
  }
}

void EntryRecorder::add_claim(TouchedSale& sale, const AcceptedClaim& claim) {
  take_number(sale, claim.no);
  const bool confirmed = claim.state == ClaimState::kConfirmed;
  for (const ItemView& item : claim.items) {
    PoolDelta& delta = sale.moves.of(item.pool);
    delta.taken += item.units;
    sale.total.taken += item.units;
    if (confirmed) {
      delta.confirmed += item.units;
      sale.total.confirmed += item.units;
    }
  }
  claims_.add(sale.uid, claim);
}

void EntryRecorder::change(TouchedSale& sale, const SwitchChange& change) { sale.switched = change.value; }

void EntryRecorder::change(TouchedSale& sale, const RestockChange& change) {
  const bool of_total = change.pool == kTotalPool;
  if (of_total && !has_total(sale)) {
    throw Divergence("sale '" + sale.sale + "': restock '" + change.id + "' moves a total that the sale does not have");
  }
  if (!of_total) sale.moves.of(change.pool).stocked += change.units;
  if (of_total || change.moves_total) sale.total.stocked += change.units;
  if (change.units > 0) {
    sale.credit.emplace_back(PoolCredit{change.pool, change.units});
    if (!of_total && change.moves_total && has_total(sale)) {
      sale.credit.emplace_back(PoolCredit{std::string(kTotalPool), change.units});
    }
  }
  connection_.run(kInsertRestock, sale.uid, change.id, change.pool, change.units, change.moves_total, change.if_version,
                  change.left);
}

// The total is a cap over whatever pools there are, so new pools do not move it.
void EntryRecorder::change(TouchedSale& sale, const DefinitionChange& change) {
  const auto most = connection_.query(kMost, sale.uid);
  most->next();
  connection_.run(kWriteDefinition, definition_json(change.definition),
                  looser(most->integer(0), change.definition.claims_per_user),
                  looser(most->integer(1), change.definition.units_per_user), sale.uid);
  Batch pools(std::size(kPool));
  for (const auto& [pool, stock] : change.new_pools) {
    pools.add({sale.uid, pool, stock, 0, 0});
    if (stock > 0) sale.credit.emplace_back(PoolCredit{pool, stock});
  }
  connection_.write(kInsertPools, pools);
}

void EntryRecorder::change(TouchedSale& sale, const PatchChange& change) {
  std::string json;
  if (const auto row = connection_.query(kReadDefinition, sale.uid); row->next()) json = row->text(0);
  const Result<SaleDefinition> before = parse_stored_definition(json);
  if (!before) throw Divergence("sale '" + sale.sale + "': its definition cannot be read: " + before.error().detail);
  this->change(sale, DefinitionChange{patched(*before, change.patch), change.patch.pools});
}

void EntryRecorder::change(TouchedSale& sale, const BarChange& change) {
  take_number(sale, change.no);
  claims_.add(sale.uid, change, sale.version);
}

bool EntryRecorder::has_total(const TouchedSale& sale) { return connection_.query(kHasTotal, sale.uid)->next(); }

}  // namespace allot::database
