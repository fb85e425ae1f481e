#include "ledger/sqlite/claim_rows.h"

#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/status_text.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kRead =
    "SELECT s.sale, c.id, c.buyer, c.state, c.reason, c.ref, c.meta, c.team, c.created_at, c.expires_at, "
    "c.pool, c.units, c.given_back "
    "FROM allot_claim c JOIN allot_sale s ON s.uid = c.key >> 32 WHERE c.key = ?";
constexpr std::string_view kLines = "SELECT pool, units, given_back FROM allot_claim_line WHERE key = ? ORDER BY line";
// By the index on ids where there is one, else through the sale's rows.
constexpr std::string_view kSearch =
    "SELECT key FROM allot_claim WHERE uid = ? AND key BETWEEN ? AND ? AND id = ? LIMIT 1";
constexpr std::string_view kByRef = "SELECT key FROM allot_claim WHERE ref = ? ORDER BY created_at, key LIMIT ?";

}  // namespace

Claim present(const ClaimRecord& record) {
  Claim claim = record.claim;
  claim.state = record.balance.state;
  claim.reason = record.balance.reason;
  claim.expires_at = record.balance.expires_at;
  for (const ClaimLine& line : record.balance.lines) {
    if (line.units > 0) claim.items.push_back({line.pool, line.units});
  }
  return claim;
}

ClaimRows::ClaimRows(Connection& connection)
    : read_(connection, kRead), lines_(connection, kLines), search_(connection, kSearch), by_ref_(connection, kByRef) {}

std::optional<ClaimRecord> ClaimRows::find(const ClaimKey& key) {
  const std::optional<std::int64_t> at = key.no ? row_key(key.sale.uid, *key.no) : search(key.sale.uid, key.id);
  if (!at) return std::nullopt;
  std::optional<ClaimRecord> record = read(*at);
  if (record && !key.id.empty() && record->claim.id != key.id) return std::nullopt;
  return record;
}

std::optional<ClaimRecord> ClaimRows::read(std::int64_t key) {
  Rows row = read_.query(key);
  if (!row.next()) return std::nullopt;
  ClaimRecord record;
  record.key = key;
  record.claim.sale = row.text(0);
  record.claim.id = row.text(1);
  record.claim.user = row.text(2);
  record.balance.state = state_from_text(row.text(3));
  record.balance.reason = row.text(4);
  record.claim.ref = row.text(5);
  record.claim.meta = row.text(6);
  record.claim.team = row.text(7);
  record.claim.created_at = row.integer(8);
  record.balance.expires_at = row.integer(9);
  if (row.is_null(10)) return record;
  record.balance.lines.push_back({std::string(row.text(10)), row.integer(11), row.integer(12)});
  Rows lines = lines_.query(key);
  while (lines.next()) {
    record.balance.lines.push_back({std::string(lines.text(0)), lines.integer(1), lines.integer(2)});
  }
  return record;
}

std::optional<std::int64_t> ClaimRows::search(SaleUid uid, std::string_view id) {
  Rows rows = search_.query(uid, first_key(uid), last_key(uid), id);
  if (!rows.next()) return std::nullopt;
  return rows.integer(0);
}

std::vector<std::int64_t> ClaimRows::keys_of_ref(std::string_view ref, std::size_t limit) {
  std::vector<std::int64_t> keys;
  Rows rows = by_ref_.query(ref, limit);
  while (rows.next()) keys.push_back(rows.integer(0));
  return keys;
}

}  // namespace allot::sqlite
