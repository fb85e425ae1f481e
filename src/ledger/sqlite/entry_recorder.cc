#include "ledger/sqlite/entry_recorder.h"

#include "ledger/sqlite/claim_key.h"
#include "wire/json/definition_json.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kInsertRestock =
    "INSERT INTO allot_restock(uid, id, pool, units, moves_total, if_version, left) VALUES(?, ?, ?, ?, ?, ?, ?)";
constexpr std::string_view kHasTotal = "SELECT 1 FROM allot_pool WHERE uid = ? AND pool = '*'";
constexpr std::string_view kReadDefinition = "SELECT definition FROM allot_sale WHERE uid = ?";
constexpr std::string_view kWriteDefinition =
    "UPDATE allot_sale SET definition = ?1, "
    "claims_per_user_most = iif(claims_per_user_most = 0 OR ?2 = 0, 0, max(claims_per_user_most, ?2)), "
    "units_per_user_most = iif(units_per_user_most = 0 OR ?3 = 0, 0, max(units_per_user_most, ?3)) "
    "WHERE uid = ?4";
constexpr std::string_view kInsertPool =
    "INSERT INTO allot_pool(uid, pool, stocked, taken, confirmed) VALUES(?, ?, ?, 0, 0)";
constexpr std::string_view kInsertBar =
    "INSERT INTO allot_claim(key, id, buyer, state, reason, created_at, version) "
    "VALUES(?, ?, '', 'released', ?, ?, ?)";

// The engine numbers claims without gaps, as the ledger does.
void take_number(TouchedSale& sale, ClaimNo no) {
  if (no != sale.claims) {
    throw Divergence("sale '" + sale.sale + "': claim number " + std::to_string(no) + " came where " +
                     std::to_string(sale.claims) + " is next; nothing was recorded");
  }
  ++sale.claims;
}

}  // namespace

EntryRecorder::EntryRecorder(Connection& writer, TouchedSales& sales)
    : sales_(sales),
      batch_(writer),
      nonces_(writer),
      insert_restock_(writer, kInsertRestock),
      has_total_(writer, kHasTotal),
      read_definition_(writer, kReadDefinition),
      write_definition_(writer, kWriteDefinition),
      insert_pool_(writer, kInsertPool),
      insert_bar_(writer, kInsertBar) {}

EntryFate EntryRecorder::record(const Entry& entry) {
  TouchedSale* sale = sales_.find(entry.uid);
  const EntryFate fate = place_entry(entry, sales_.ground_of(sale), [&] { return nonces_.find(entry); });
  if (fate == EntryFate::kRecorded) apply(*sale, entry);
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
    PoolMoves::Move& move = sale.moves.of(item.pool);
    move.taken += item.units;
    sale.total.taken += item.units;
    if (confirmed) {
      move.confirmed += item.units;
      sale.total.confirmed += item.units;
    }
  }
  batch_.add(row_key(sale.uid, claim.no), claim);
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
  insert_restock_.run(sale.uid, change.id, change.pool, change.units, change.moves_total, change.if_version,
                      change.left);
}

// The total is a cap over whatever pools there are, so new pools do not move it.
void EntryRecorder::change(TouchedSale& sale, const DefinitionChange& change) {
  write_definition_.run(definition_json(change.definition), change.definition.claims_per_user,
                        change.definition.units_per_user, sale.uid);
  for (const auto& [pool, stock] : change.new_pools) {
    insert_pool_.run(sale.uid, pool, stock);
    if (stock > 0) sale.credit.emplace_back(PoolCredit{pool, stock});
  }
}

void EntryRecorder::change(TouchedSale& sale, const PatchChange& change) {
  std::string json;
  {
    Rows row = read_definition_.query(sale.uid);
    if (row.next()) json = row.text(0);
  }
  const Result<SaleDefinition> before = parse_stored_definition(json);
  if (!before) throw Divergence("sale '" + sale.sale + "': its definition cannot be read: " + before.error().detail);
  this->change(sale, DefinitionChange{patched(*before, change.patch), change.patch.pools});
}

void EntryRecorder::change(TouchedSale& sale, const BarChange& change) {
  take_number(sale, change.no);
  insert_bar_.run(row_key(sale.uid, change.no), change.id, null_if_empty(change.reason), change.at, sale.version);
}

bool EntryRecorder::has_total(const TouchedSale& sale) { return has_total_.query(sale.uid).next(); }

}  // namespace allot::sqlite
