#include "ledger/database/audit_claims.h"

namespace allot::database {
namespace {

constexpr std::string_view kNumbers = "SELECT count(*), coalesce(max(no), -1) FROM allot_claim WHERE uid = ?";
constexpr std::string_view kGaps =
    "SELECT g.before_no, g.no FROM (SELECT no, lag(no, 1) OVER (ORDER BY no) AS before_no FROM allot_claim "
    "WHERE uid = ?) AS g WHERE g.no <> coalesce(g.before_no, -1) + 1 ORDER BY g.no LIMIT ?";
constexpr std::string_view kUnits =
    "SELECT pool, state, coalesce(sum(units), 0) FROM allot_claim WHERE uid = ? AND state IN ('held', 'confirmed') "
    "AND pool IS NOT NULL GROUP BY pool, state";
constexpr std::string_view kLineUnits =
    "SELECT l.pool, c.state, coalesce(sum(l.units), 0) FROM allot_claim_line AS l JOIN allot_claim AS c "
    "ON c.uid = l.uid AND c.no = l.no WHERE l.uid = ? AND c.state IN ('held', 'confirmed') GROUP BY l.pool, c.state";
constexpr std::string_view kStates =
    "SELECT id, state FROM allot_claim WHERE uid = ? AND state NOT IN ('held', 'confirmed', 'released') "
    "ORDER BY no LIMIT ?";
constexpr std::string_view kNegative =
    "SELECT id, units FROM allot_claim WHERE uid = ? AND units < 0 ORDER BY no LIMIT ?";
constexpr std::string_view kStrayLines =
    "SELECT l.pool, l.no FROM allot_claim_line AS l LEFT JOIN allot_claim AS c ON c.uid = l.uid AND c.no = l.no "
    "WHERE l.uid = ? AND c.no IS NULL ORDER BY l.no, l.line LIMIT ?";
constexpr std::string_view kTwice =
    "SELECT id, min(no), max(no) FROM allot_claim WHERE uid = ? GROUP BY id HAVING count(*) > 1 ORDER BY id LIMIT ?";
constexpr std::string_view kClaimsOfUsers =
    "SELECT buyer, count(*) FROM allot_claim WHERE uid = ? AND state <> 'released' GROUP BY buyer "
    "HAVING count(*) > ? ORDER BY buyer LIMIT ?";
constexpr std::string_view kUnitsOfUsers =
    "SELECT u.buyer, sum(u.units) FROM (SELECT buyer, units FROM allot_claim WHERE uid = ? AND state <> 'released' "
    "UNION ALL SELECT c.buyer, l.units FROM allot_claim_line AS l JOIN allot_claim AS c ON c.uid = l.uid "
    "AND c.no = l.no WHERE l.uid = ? AND c.state <> 'released') AS u GROUP BY u.buyer HAVING sum(u.units) > ? "
    "ORDER BY u.buyer LIMIT ?";
constexpr std::size_t kFindMost = 10 * Findings::kMost;

void add_units(Rows& rows, ClaimSums& sums) {
  while (rows.next()) {
    LiveUnits& pool = sums.pools[std::string(rows.text(0))];
    (rows.text(1) == "held" ? pool.held : pool.confirmed) += rows.integer(2);
  }
}

void check_numbers(Connection& connection, SaleUid uid, ClaimSums& sums, Findings& findings) {
  const auto numbers = connection.query(kNumbers, uid);
  numbers->next();
  sums.rows = numbers->integer(0);
  if (numbers->integer(1) + 1 == sums.rows) return;
  for (const auto gap = connection.query(kGaps, uid, kFindMost); gap->next();) {
    const std::int64_t first = gap->is_null(0) ? 0 : gap->integer(0) + 1;
    findings.add("claim numbers " + std::to_string(first) + " to " + std::to_string(gap->integer(1) - 1) +
                 " are missing");
  }
}

void check_rows(Connection& connection, SaleUid uid, Findings& findings) {
  for (const auto row = connection.query(kStates, uid, kFindMost); row->next();) {
    findings.add("claim '" + std::string(row->text(0)) + "' has the unknown state '" + std::string(row->text(1)) + "'");
  }
  for (const auto row = connection.query(kNegative, uid, kFindMost); row->next();) {
    findings.add("claim '" + std::string(row->text(0)) + "' has " + std::to_string(row->integer(1)) + " units");
  }
  for (const auto row = connection.query(kStrayLines, uid, kFindMost); row->next();) {
    findings.add("a line of the pool '" + std::string(row->text(0)) + "' belongs to claim number " +
                 std::to_string(row->integer(1)) + ", which does not exist");
  }
}

void check_most(Rows& users, std::string_view what, std::int64_t most, Findings& findings) {
  while (users.next()) {
    findings.add("user '" + std::string(users.text(0)) + "' has " + std::to_string(users.integer(1)) + " " +
                 std::string(what) + ", at most " + std::to_string(most) + " were ever allowed");
  }
}

}  // namespace

ClaimSums sum_claims(Connection& connection, SaleUid uid, Findings& findings) {
  ClaimSums sums;
  check_numbers(connection, uid, sums, findings);
  add_units(*connection.query(kUnits, uid), sums);
  add_units(*connection.query(kLineUnits, uid), sums);
  check_rows(connection, uid, findings);
  return sums;
}

void check_ids(Connection& connection, SaleUid uid, Findings& findings) {
  for (const auto row = connection.query(kTwice, uid, kFindMost); row->next();) {
    findings.add("the claim id '" + std::string(row->text(0)) + "' is there twice, as numbers " +
                 std::to_string(row->integer(1)) + " and " + std::to_string(row->integer(2)));
  }
}

void check_users(Connection& connection, SaleUid uid, const LoosestLimits& limits, Findings& findings) {
  if (limits.claims > 0) {
    check_most(*connection.query(kClaimsOfUsers, uid, limits.claims, kFindMost), "claims", limits.claims, findings);
  }
  if (limits.units > 0) {
    check_most(*connection.query(kUnitsOfUsers, uid, uid, limits.units, kFindMost), "units", limits.units, findings);
  }
}

}  // namespace allot::database
