#include "ledger/database/audit.h"

#include "ledger/audit_findings.h"
#include "ledger/database/audit_claims.h"
#include "ledger/database/audit_stock.h"

namespace allot::database {
namespace {

constexpr std::string_view kSales =
    "SELECT uid, sale, definition, claims, claims_per_user_most, units_per_user_most FROM allot_sale "
    "WHERE uid >= ? AND uid <= ? ORDER BY uid";
constexpr std::int64_t kUidMost = 2'147'483'647;

void audit_sale(Connection& connection, const Rows& sale, LedgerAudit& audit) {
  const auto uid = static_cast<SaleUid>(sale.integer(0));
  Findings findings(audit.findings, sale.text(1));
  const ClaimSums sums = sum_claims(connection, uid, findings);
  audit.claims += sums.rows;
  audit.pools += audit_stock(connection, uid, sale.text(2), sums, findings);
  if (sums.rows != sale.integer(3)) {
    findings.add("has " + std::to_string(sums.rows) + " claims, but " + std::to_string(sale.integer(3)) +
                 " were numbered");
  }
  check_ids(connection, uid, findings);
  check_users(connection, uid, {sale.integer(4), sale.integer(5)}, findings);
}

void check_strays(Connection& connection, LedgerAudit& audit) {
  const auto row = connection.query("SELECT count(*) FROM allot_claim");
  row->next();
  if (row->integer(0) == audit.claims) return;
  audit.findings.push_back(std::to_string(row->integer(0) - audit.claims) + " claims belong to no sale");
}

}  // namespace

LedgerAudit audit_ledger(Connection& connection, std::optional<SaleUid> uid) {
  LedgerAudit audit;
  for (const auto sale = connection.query(kSales, uid.value_or(1), uid ? *uid : kUidMost); sale->next();) {
    audit_sale(connection, *sale, audit);
  }
  if (!uid) check_strays(connection, audit);
  return audit;
}

}  // namespace allot::database
