#include "ledger/database/claim_reads.h"

#include <map>

#include "ledger/database/claim_cache.h"
#include "ledger/database/claim_finder.h"
#include "ledger/database/join_text.h"

namespace allot::database {
namespace {

constexpr std::string_view kSelect = "SELECT ";
constexpr std::string_view kFrom = "FROM allot_sale AS s JOIN allot_claim AS c ";
constexpr std::string_view kOfRef =
    "{by allot_claim_ref} ON c.uid = s.uid WHERE c.ref = ? ORDER BY c.created_at, c.uid, c.no LIMIT ?";
constexpr std::string_view kOfId =
    "{by allot_claim_id} ON c.uid = s.uid WHERE s.live IS NOT NULL AND c.id = ? ORDER BY c.uid LIMIT ?";
constexpr std::string_view kOfUser =
    "{by allot_claim_buyer} ON c.uid = s.uid WHERE c.uid = ? AND c.buyer = ? AND c.no > ? ORDER BY c.no LIMIT ?";
constexpr std::string_view kByRef = join_text<kSelect, kRecordColumns, kFrom, kOfRef>;
constexpr std::string_view kById = join_text<kSelect, kRecordColumns, kFrom, kOfId>;
constexpr std::string_view kByUser = join_text<kSelect, kRecordColumns, kFrom, kOfUser>;
constexpr std::string_view kUid = "SELECT uid FROM allot_sale WHERE live = ?";
constexpr std::string_view kNo = "SELECT no FROM allot_claim WHERE uid = ? AND id = ?";
constexpr std::string_view kLive =
    "SELECT count(*), coalesce(sum(units), 0) FROM allot_claim {by allot_claim_buyer} WHERE uid = ? AND buyer = ? AND "
    "state <> 'released'";
constexpr std::string_view kLiveLines =
    "SELECT coalesce(sum(l.units), 0) FROM allot_claim AS c {by allot_claim_buyer} JOIN allot_claim_line AS l {by "
    "PRIMARY} ON l.uid = c.uid AND l.no = "
    "c.no "
    "WHERE c.uid = ? AND c.buyer = ? AND c.state <> 'released' AND c.more_lines > 0";

std::vector<ClaimRecord> records_of(Connection& connection, Rows& rows) {
  std::vector<ClaimRecord> records;
  while (rows.next()) records.push_back(read_record(rows));
  read_more_lines(connection, records);
  return records;
}

std::vector<Claim> present_all(const std::vector<ClaimRecord>& records) {
  std::vector<Claim> claims;
  claims.reserve(records.size());
  for (const ClaimRecord& record : records) claims.push_back(present(record));
  return claims;
}

// Names of sales -> uids; 0: no live sale.
class Uids {
 public:
  explicit Uids(Connection& connection) : connection_(connection) {}
  SaleUid of(const SaleKey& key) {
    if (key.uid != 0) return key.uid;
    const auto [found, fresh] = known_.emplace(key.name, 0);
    if (fresh) {
      const auto row = connection_.query(kUid, key.name);
      if (row->next()) found->second = static_cast<SaleUid>(row->integer(0));
    }
    return found->second;
  }

 private:
  Connection& connection_;
  std::map<std::string, SaleUid> known_;
};

}  // namespace

std::vector<Claim> read_claims(Connection& connection, const std::vector<ClaimKey>& keys) {
  Uids uids(connection);
  ClaimFinder finder;
  for (const ClaimKey& key : keys) {
    if (key.no) {
      finder.want(uids.of(key.sale), *key.no);
    } else {
      finder.want_id(uids.of(key.sale), key.id);
    }
  }
  ClaimCache found;
  for (ClaimRecord& record : finder.read(connection)) found.add(std::move(record));
  std::vector<Claim> claims;
  for (const ClaimKey& key : keys) {
    if (const CachedClaim* claim = found.find(uids.of(key.sale), key)) claims.push_back(present(claim->record));
  }
  return claims;
}

std::vector<Claim> read_claims_by_ref(Connection& connection, std::string_view ref, std::size_t limit) {
  return present_all(records_of(connection, *connection.query(kByRef, ref, limit)));
}

std::vector<Claim> read_claims_by_id(Connection& connection, std::string_view id, std::size_t limit) {
  return present_all(records_of(connection, *connection.query(kById, id, limit)));
}

UserClaims read_claims_of(Connection& connection, SaleUid uid, std::string_view user, std::string_view after,
                          std::size_t limit) {
  UserClaims found;
  std::int64_t behind = -1;
  if (!after.empty()) {
    const auto row = connection.query(kNo, uid, after);
    found.after_found = row->next();
    if (found.after_found) behind = row->integer(0);
  }
  if (found.after_found) {
    found.claims = present_all(records_of(connection, *connection.query(kByUser, uid, user, behind, limit + 1)));
    found.more = found.claims.size() > limit;
    if (found.more) found.claims.resize(limit);
  }
  const auto live = connection.query(kLive, uid, user);
  live->next();
  const auto lines = connection.query(kLiveLines, uid, user);
  lines->next();
  found.live_claims = live->integer(0);
  found.live_units = live->integer(1) + lines->integer(0);
  return found;
}

}  // namespace allot::database
