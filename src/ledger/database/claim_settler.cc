#include "ledger/database/claim_settler.h"

#include "ledger/database/join_text.h"
#include "ledger/database/settle_wants.h"

namespace allot::database {
namespace {

constexpr auto kText = Column::Type::kText;
constexpr Column kClaim[] = {{"uid"},        {"no"},    {"state", kText}, {"reason", kText},
                             {"expires_at"}, {"units"}, {"given_back"}};
constexpr BulkSql kWriteClaims{BulkSql::Form::kUpdate, "allot_claim", kClaim, 2};
constexpr Column kLine[] = {{"uid"}, {"no"}, {"line"}, {"units"}, {"given_back"}};
constexpr BulkSql kWriteLines{BulkSql::Form::kUpdate, "allot_claim_line", kLine, 3};
constexpr std::string_view kSelect = "SELECT ";
constexpr std::string_view kFromOverdue =
    "FROM allot_claim AS c {by allot_claim_hold} WHERE c.uid = ? AND c.hold_end <= ? ORDER BY c.hold_end LIMIT ?";
constexpr std::string_view kOverdue = join_text<kSelect, kRecordColumns, kFromOverdue>;

std::vector<Item> given_back(const std::vector<PoolMove>& moves) {
  std::vector<Item> items;
  for (const PoolMove& move : moves) {
    if (move.taken < 0) items.push_back({std::string(move.pool), -move.taken});
  }
  return items;
}

}  // namespace

void ClaimSettler::begin() {
  claims_.clear();
  releases_.clear();
}

void ClaimSettler::prefetch(std::span<const Step> steps) {
  SettleWants wants = wants_of(steps, sales_, claims_);
  for (ClaimRecord& record : wants.claims.read(connection_)) claims_.add(std::move(record));
  releases_.read(wants.releases);
}

void ClaimSettler::settle(ConfirmStep& step) {
  const std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const Settlement settlement = settle_confirm(found->claim->record.balance, step.now);
  apply(*found, settlement);
  step.verdict = settlement.verdict;
  step.claim = present(found->claim->record);
}

void ClaimSettler::settle(ExtendStep& step) {
  const std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const Settlement settlement = settle_extend(found->claim->record.balance, step.seconds, step.now);
  apply(*found, settlement);
  step.verdict = settlement.verdict;
  step.claim = present(found->claim->record);
}

void ClaimSettler::settle(ReleaseStep& step) {
  const std::optional<Found> found = find(step.key, step.verdict);
  if (!found) return;
  const SaleUid uid = found->sale->uid;
  const ClaimRecord& record = found->claim->record;
  std::string items = step.items.empty() ? std::string() : items_text(step.items);
  ReleaseOrder order{step.reason, step.confirmed, step.items};
  if (!items.empty()) order.earlier = releases_.earlier(uid, step.id, record.claim.id, items);
  const Settlement settlement = settle_release(record.balance, order, step.now);
  // Every release of items that was granted keeps its id, also when the claim had just run out.
  if (settlement.verdict == Verdict::kOk && !items.empty() && order.earlier == EarlierRelease::kNone) {
    releases_.add(uid, step, record.claim.id, std::move(items));
  }
  apply(*found, settlement);
  step.verdict = settlement.verdict;
  step.field = settlement.field;
  step.detail = settlement.detail;
  step.claim = present(record);
}

void ClaimSettler::settle(ExpireStep& step) {
  step.released = 0;
  TouchedSale* sale = sales_.find(step.uid);
  if (sale == nullptr) return;
  for (const ClaimNo no : step.claims) {
    CachedClaim* claim = claims_.find(step.uid, no);
    if (claim == nullptr) continue;
    const Settlement settlement = settle_expire(claim->record.balance, step.now);
    apply({sale, claim}, settlement);
    if (settlement.changed) ++step.released;
  }
}

ClaimSettler::Expired ClaimSettler::release_overdue(TouchedSale& sale, Millis now, std::size_t limit) {
  std::vector<ClaimRecord> records;
  for (const auto rows = connection_.query(kOverdue, sale.uid, now, limit + 1); rows->next();) {
    records.push_back(read_record(*rows));
  }
  Expired expired{0, records.size() > limit};
  if (expired.more) records.pop_back();
  read_more_lines(connection_, records);
  for (ClaimRecord& record : records) {
    CachedClaim& claim = claims_.add(std::move(record));
    const Settlement settlement = settle_expire(claim.record.balance, now);
    apply({&sale, &claim}, settlement);
    if (settlement.changed) ++expired.released;
  }
  return expired;
}

std::optional<ClaimSettler::Found> ClaimSettler::find(const ClaimKey& key, Verdict& verdict) {
  TouchedSale* sale = sales_.find(key.sale);
  verdict = sale == nullptr && key.sale.uid == 0 ? Verdict::kUnknownSale : Verdict::kUnknownClaim;
  if (sale == nullptr) return std::nullopt;
  CachedClaim* claim = claims_.find(sale->uid, key);
  if (claim == nullptr) return std::nullopt;
  return Found{sale, claim};
}

void ClaimSettler::apply(const Found& found, const Settlement& settlement) {
  if (!settlement.changed) return;
  TouchedSale& sale = *found.sale;
  ClaimRecord& record = found.claim->record;
  const std::vector<PoolMove> moves = moves_between(record.balance, settlement.after);
  for (const PoolMove& move : moves) {
    PoolDelta& delta = sale.moves.of(move.pool);
    delta.taken += move.taken;
    delta.confirmed += move.confirmed;
    sale.total.taken += move.taken;
    sale.total.confirmed += move.confirmed;
  }
  const ClaimBalance& after = settlement.after;
  sale.changed = true;
  sale.credit.emplace_back(ClaimCredit{record.no, record.claim.id, after.state,
                                       after.state == ClaimState::kHeld ? after.expires_at : 0, given_back(moves),
                                       record.claim.user});
  record.balance = after;
  found.claim->changed = true;
}

void ClaimSettler::flush() {
  Batch claims(std::size(kClaim));
  Batch lines(std::size(kLine));
  for (CachedClaim& cached : claims_.all()) {
    if (!cached.changed) continue;
    cached.changed = false;
    const ClaimRecord& record = cached.record;
    const ClaimBalance& now = record.balance;
    const ClaimLine first = now.lines.empty() ? ClaimLine{} : now.lines.front();
    claims.add({record.uid, record.no, claim_state_name(now.state), null_if_empty(now.reason),
                null_if_zero(now.expires_at), first.units, first.given_back});
    for (std::size_t i = 1; i < now.lines.size(); ++i) {
      lines.add({record.uid, record.no, i, now.lines[i].units, now.lines[i].given_back});
    }
  }
  connection_.write(kWriteClaims, claims);
  connection_.write(kWriteLines, lines);
  releases_.flush();
}

}  // namespace allot::database
