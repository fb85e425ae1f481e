#include "ledger/sqlite/audit.h"

#include "ledger/audit_findings.h"
#include "ledger/sqlite/audit_stock.h"
#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/claim_sums.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kSales =
    "SELECT uid, sale, definition, claims, claims_per_user_most, units_per_user_most FROM allot_sale "
    "WHERE ?1 IS NULL OR uid = ?1 ORDER BY uid";
constexpr std::string_view kBuyer = "SELECT buyer FROM allot_claim WHERE key = ?";
constexpr std::string_view kClaimsOfBuyer =
    "SELECT count(*) FROM allot_claim WHERE key BETWEEN ? AND ? AND buyer = ? AND state <> 'released'";
constexpr std::string_view kUnitsOfBuyer =
    "SELECT coalesce(sum(units), 0) + (SELECT coalesce(sum(l.units), 0) FROM allot_claim_line l JOIN allot_claim d "
    "ON d.key = l.key WHERE l.key BETWEEN ?1 AND ?2 AND d.buyer = ?3 AND d.state <> 'released') "
    "FROM allot_claim WHERE key BETWEEN ?1 AND ?2 AND buyer = ?3 AND state <> 'released'";
constexpr std::string_view kId = "SELECT id FROM allot_claim WHERE key = ?";

// The loosest limits that the sale ever had: a tighter one refuses only new claims. 0: none.
struct Limits {
  std::int64_t claims = 0;
  std::int64_t units = 0;
  bool any() const { return claims > 0 || units > 0; }
};

std::string text_of(Connection& reader, std::string_view sql, std::int64_t key) {
  Statement select(reader, sql);
  Rows row = select.query(key);
  return row.next() ? std::string(row.text(0)) : std::string();
}

std::int64_t count_of(Connection& reader, std::string_view sql, SaleUid uid, const std::string& buyer) {
  Statement select(reader, sql);
  Rows row = select.query(first_key(uid), last_key(uid), std::string_view(buyer));
  return row.next() ? row.integer(0) : 0;
}

void check_user(Connection& reader, SaleUid uid, std::int64_t key, const Limits& limits, Findings& findings) {
  const std::string buyer = text_of(reader, kBuyer, key);
  const std::int64_t claims = count_of(reader, kClaimsOfBuyer, uid, buyer);
  const std::int64_t units = count_of(reader, kUnitsOfBuyer, uid, buyer);
  if (limits.claims > 0 && claims > limits.claims) {
    findings.add("user '" + buyer + "' has " + std::to_string(claims) + " claims, at most " +
                 std::to_string(limits.claims) + " were ever allowed");
  }
  if (limits.units > 0 && units > limits.units) {
    findings.add("user '" + buyer + "' has " + std::to_string(units) + " units, at most " +
                 std::to_string(limits.units) + " were ever allowed");
  }
}

// Each suspect costs a scan of the sale, so only as many are looked up as findings are kept.
void check_users(Connection& reader, SaleUid uid, const ClaimSums& sums, const Limits& limits, Findings& findings) {
  std::size_t suspects = 0;
  for (const auto& [hash, user] : sums.users) {
    const bool suspect =
        (limits.claims > 0 && user.claims > limits.claims) || (limits.units > 0 && user.units > limits.units);
    if (suspect && ++suspects <= Findings::kMost) check_user(reader, uid, user.key, limits, findings);
  }
}

void check_ids(Connection& reader, const ClaimSums& sums, Findings& findings) {
  for (std::size_t i = 1; i < sums.ids.size(); ++i) {
    if (sums.ids[i].first != sums.ids[i - 1].first) continue;
    const std::string id = text_of(reader, kId, sums.ids[i].second);
    if (id != text_of(reader, kId, sums.ids[i - 1].second)) continue;
    findings.add("the claim id '" + id + "' is there twice, as numbers " +
                 std::to_string(no_of(sums.ids[i - 1].second)) + " and " + std::to_string(no_of(sums.ids[i].second)));
  }
}

void audit_sale(Connection& reader, const Rows& sale, LedgerAudit& audit) {
  const auto uid = static_cast<SaleUid>(sale.integer(0));
  const Limits limits{sale.integer(4), sale.integer(5)};
  Findings findings(audit.findings, sale.text(1));
  const ClaimSums sums = sum_claims(reader, uid, limits.any(), findings);
  audit.claims += sums.rows;
  audit.pools += audit_stock(reader, uid, sale.text(2), sums, findings);
  if (sums.rows != sale.integer(3)) {
    findings.add("has " + std::to_string(sums.rows) + " claims, but " + std::to_string(sale.integer(3)) +
                 " were numbered");
  }
  check_ids(reader, sums, findings);
  check_users(reader, uid, sums, limits, findings);
}

void check_strays(Connection& reader, LedgerAudit& audit) {
  Statement select(reader, "SELECT count(*) FROM allot_claim");
  Rows row = select.query();
  row.next();
  if (row.integer(0) == audit.claims) return;
  audit.findings.push_back(std::to_string(row.integer(0) - audit.claims) + " claims belong to no sale");
}

}  // namespace

LedgerAudit audit_ledger(Connection& reader, std::optional<SaleUid> uid) {
  LedgerAudit audit;
  Statement select(reader, kSales);
  for (Rows sale = select.query(uid); sale.next();) audit_sale(reader, sale, audit);
  if (!uid) check_strays(reader, audit);
  return audit;
}

}  // namespace allot::sqlite
