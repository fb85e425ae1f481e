#include "ledger/sqlite/claim_settler.h"

#include <map>

#include "ledger/sqlite/claim_key.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kWriteClaim =
    "UPDATE allot_claim SET state = ?, reason = ?, expires_at = ?, units = ?, given_back = ? WHERE key = ?";
constexpr std::string_view kWriteLine =
    "UPDATE allot_claim_line SET units = ?, given_back = ? WHERE key = ? AND line = ?";
constexpr std::string_view kFindRelease = "SELECT claim, items FROM allot_release WHERE uid = ? AND id = ?";
constexpr std::string_view kInsertRelease =
    "INSERT INTO allot_release(uid, id, claim, items, reason, at) VALUES(?, ?, ?, ?, ?, ?)";

constexpr std::string_view kOverdue =
    "SELECT key FROM allot_claim WHERE uid = ? AND state = 'held' AND expires_at IS NOT NULL AND expires_at <= ? "
    "ORDER BY expires_at, key LIMIT ?";

// Summed and sorted, so that the same content always has the same text. Names of pools need no escapes.
std::string items_text(const std::vector<Item>& items) {
  std::map<std::string_view, std::int64_t> sums;
  for (const Item& item : items) sums[item.pool] += item.units;
  std::string text = "[";
  for (const auto& [pool, units] : sums) {
    if (text.size() > 1) text += ',';
    text.append("{\"pool\":\"").append(pool).append("\",\"units\":").append(std::to_string(units)).append("}");
  }
  return text + "]";
}

std::vector<Item> given_back(const std::vector<PoolMove>& moves) {
  std::vector<Item> items;
  for (const PoolMove& move : moves) {
    if (move.taken < 0) items.push_back({std::string(move.pool), -move.taken});
  }
  return items;
}

}  // namespace

ClaimSettler::ClaimSettler(Connection& writer, TouchedSales& sales)
    : sales_(sales),
      rows_(writer),
      write_claim_(writer, kWriteClaim),
      write_line_(writer, kWriteLine),
      find_release_(writer, kFindRelease),
      insert_release_(writer, kInsertRelease),
      overdue_(writer, kOverdue) {}

void ClaimSettler::settle(ConfirmStep& step) {
  std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const Millis now = TouchedSales::time_in(*found->sale, step.now);
  const Settlement settlement = settle_confirm(found->record.balance, now);
  apply(*found, settlement, now);
  step.verdict = settlement.verdict;
  step.claim = present(found->record);
}

void ClaimSettler::settle(ExtendStep& step) {
  std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const Millis now = TouchedSales::time_in(*found->sale, step.now);
  const Settlement settlement = settle_extend(found->record.balance, step.seconds, now);
  apply(*found, settlement, now);
  step.verdict = settlement.verdict;
  step.claim = present(found->record);
}

void ClaimSettler::settle(ReleaseStep& step) {
  std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const SaleUid uid = found->sale->uid;
  const Millis now = TouchedSales::time_in(*found->sale, step.now);
  const std::string items = step.items.empty() ? std::string() : items_text(step.items);
  const ReleaseOrder order{step.reason, step.confirmed, step.items, earlier(uid, step, items)};
  const Settlement settlement = settle_release(found->record.balance, order, now);
  // Every release of items that was granted keeps its id, also when the claim had just run out.
  if (settlement.verdict == Verdict::kOk && !items.empty() && order.earlier == EarlierRelease::kNone) {
    insert_release_.run(uid, step.id, step.key.id, items, null_if_empty(step.reason), now);
  }
  apply(*found, settlement, now);
  step.verdict = settlement.verdict;
  step.field = settlement.field;
  step.detail = settlement.detail;
  step.claim = present(found->record);
}

void ClaimSettler::settle(ExpireStep& step) {
  step.released = 0;
  TouchedSale* sale = sales_.find(step.uid);
  if (sale == nullptr) return;
  const Millis now = TouchedSales::time_in(*sale, step.now);
  for (const ClaimNo no : step.claims) step.released += expire(*sale, row_key(step.uid, no), now) ? 1 : 0;
}

bool ClaimSettler::expire(TouchedSale& sale, std::int64_t key, Millis now) {
  std::optional<ClaimRecord> record = rows_.read(key);
  if (!record) return false;
  Found found{&sale, std::move(*record)};
  const Settlement settlement = settle_expire(found.record.balance, now);
  apply(found, settlement, now);
  return settlement.changed;
}

bool ClaimSettler::release_overdue(TouchedSale& sale, Millis now, std::size_t limit) {
  std::vector<std::int64_t> keys;
  {
    Rows rows = overdue_.query(sale.uid, now, limit + 1);
    while (rows.next()) keys.push_back(rows.integer(0));
  }
  const bool all = keys.size() <= limit;
  if (!all) keys.pop_back();
  for (const std::int64_t key : keys) expire(sale, key, now);
  return all;
}

std::optional<ClaimSettler::Found> ClaimSettler::find(const ClaimKey& key, Verdict& verdict) {
  TouchedSale* sale = sales_.find(key.sale);
  verdict = sale == nullptr && key.sale.uid == 0 ? Verdict::kUnknownSale : Verdict::kUnknownClaim;
  if (sale == nullptr) return std::nullopt;
  std::optional<ClaimRecord> record = rows_.find({sale->uid, key.id, key.no});
  if (!record) return std::nullopt;
  return Found{sale, std::move(*record)};
}

EarlierRelease ClaimSettler::earlier(SaleUid uid, const ReleaseStep& step, std::string_view items) {
  if (items.empty()) return EarlierRelease::kNone;
  Rows row = find_release_.query(uid, std::string_view(step.id));
  if (!row.next()) return EarlierRelease::kNone;
  return row.text(0) == step.key.id && row.text(1) == items ? EarlierRelease::kSame : EarlierRelease::kOther;
}

void ClaimSettler::apply(Found& found, const Settlement& settlement, Millis now) {
  if (!settlement.changed) return;
  TouchedSale& sale = *found.sale;
  const std::vector<PoolMove> moves = moves_between(found.record.balance, settlement.after);
  for (const PoolMove& move : moves) {
    PoolMoves::Move& of_pool = sale.moves.of(move.pool);
    of_pool.taken += move.taken;
    of_pool.confirmed += move.confirmed;
    sale.total.taken += move.taken;
    sale.total.confirmed += move.confirmed;
  }
  const ClaimBalance& after = settlement.after;
  sale.changed = true;
  sales_.note_time(sale, now);
  sale.credit.emplace_back(ClaimCredit{no_of(found.record.key), found.record.claim.id, after.state,
                                       after.state == ClaimState::kHeld ? after.expires_at : 0, given_back(moves)});
  write(found.record, after);
  found.record.balance = after;
}

void ClaimSettler::write(const ClaimRecord& record, const ClaimBalance& after) {
  const ClaimLine none;
  const ClaimLine& first = after.lines.empty() ? none : after.lines.front();
  write_claim_.run(claim_state_name(after.state), null_if_empty(after.reason), null_if_zero(after.expires_at),
                   first.units, first.given_back, record.key);
  for (std::size_t i = 1; i < after.lines.size(); ++i) {
    if (after.lines[i] == record.balance.lines[i]) continue;
    write_line_.run(after.lines[i].units, after.lines[i].given_back, record.key, i);
  }
}

}  // namespace allot::sqlite
