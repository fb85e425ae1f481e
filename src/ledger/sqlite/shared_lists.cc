#include "ledger/sqlite/shared_lists.h"

#include "ledger/sqlite/status_text.h"
#include "wire/json/definition_json.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kSales =
    "SELECT sale, status, definition FROM allot_sale WHERE status <> 'deleted' AND sale > ? ORDER BY sale LIMIT ?";
// Goes from one sale with holds to the next in the index of holds, so sales without any cost nothing.
constexpr std::string_view kOverdue =
    "WITH RECURSIVE holding(uid) AS ("
    "SELECT min(uid) FROM allot_claim WHERE state = 'held' AND expires_at IS NOT NULL UNION ALL "
    "SELECT (SELECT min(c.uid) FROM allot_claim c WHERE c.state = 'held' AND c.expires_at IS NOT NULL "
    "AND c.uid > holding.uid) FROM holding WHERE holding.uid IS NOT NULL) "
    "SELECT s.sale FROM holding JOIN allot_sale s ON s.uid = holding.uid WHERE s.status <> 'deleted' AND "
    "(SELECT min(c.expires_at) FROM allot_claim c WHERE c.uid = s.uid AND c.state = 'held' "
    "AND c.expires_at IS NOT NULL) <= ? LIMIT ?";
constexpr std::string_view kById =
    "SELECT c.key FROM allot_sale s JOIN allot_claim c ON c.uid = s.uid AND c.id = ? "
    "WHERE s.status <> 'deleted' ORDER BY s.uid LIMIT ?";
constexpr std::string_view kByUser =
    "SELECT key FROM allot_claim WHERE uid = ? AND buyer = ? AND key > ? ORDER BY key LIMIT ?";
constexpr std::string_view kLive =
    "SELECT count(*), coalesce(sum(c.units + (SELECT coalesce(sum(l.units), 0) FROM allot_claim_line l "
    "WHERE l.key = c.key)), 0) FROM allot_claim c WHERE c.uid = ? AND c.buyer = ? AND c.state <> 'released'";

std::vector<std::int64_t> all_keys(Rows rows) {
  std::vector<std::int64_t> keys;
  while (rows.next()) keys.push_back(rows.integer(0));
  return keys;
}

}  // namespace

SharedLists::SharedLists(Connection& connection)
    : sales_(connection, kSales),
      overdue_(connection, kOverdue),
      by_id_(connection, kById),
      by_user_(connection, kByUser),
      live_(connection, kLive) {}

std::vector<SaleBrief> SharedLists::sales(std::string_view after, std::size_t limit) {
  std::vector<SaleBrief> sales;
  Rows rows = sales_.query(after, limit);
  while (rows.next()) {
    const Result<SaleDefinition> definition = parse_stored_definition(rows.text(2));
    if (!definition) {
      throw LedgerError("the ledger's definition of the sale '" + std::string(rows.text(0)) +
                        "' cannot be read: " + definition.error().field + " " + definition.error().detail);
    }
    sales.push_back(
        {std::string(rows.text(0)), switch_from_text(rows.text(1)), definition->starts_at, definition->ends_at});
  }
  return sales;
}

std::vector<std::string> SharedLists::overdue(Millis now, std::size_t limit) {
  std::vector<std::string> names;
  Rows rows = overdue_.query(now, limit);
  while (rows.next()) names.emplace_back(rows.text(0));
  return names;
}

std::vector<std::int64_t> SharedLists::keys_of_id(std::string_view id, std::size_t limit) {
  return all_keys(by_id_.query(id, limit));
}

std::vector<std::int64_t> SharedLists::keys_of_user(SaleUid uid, std::string_view user, std::int64_t behind,
                                                    std::size_t limit) {
  return all_keys(by_user_.query(uid, user, behind, limit));
}

void SharedLists::sum_live(SaleUid uid, std::string_view user, UserClaims& of) {
  Rows row = live_.query(uid, user);
  if (!row.next()) return;
  of.live_claims = row.integer(0);
  of.live_units = row.integer(1);
}

}  // namespace allot::sqlite
