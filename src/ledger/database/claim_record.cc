#include "ledger/database/claim_record.h"

#include <unordered_map>

#include "ledger/database/column_words.h"

namespace allot::database {
namespace {

constexpr Column kKey[] = {{"uid"}, {"no"}};
constexpr BulkSql kLines{
    BulkSql::Form::kSelect,
    "SELECT l.uid, l.no, l.pool, l.units, l.given_back FROM {rows} JOIN allot_claim_line AS l {by PRIMARY} "
    "ON l.uid = v.uid AND l.no = v.no ORDER BY l.uid, l.no, l.line",
    kKey};

std::uint64_t place_of(std::uint64_t uid, std::uint64_t no) { return uid << 32U | no; }

}  // namespace

ClaimRecord read_record(const Rows& row) {
  ClaimRecord record;
  record.uid = static_cast<SaleUid>(row.integer(0));
  record.no = static_cast<ClaimNo>(row.integer(1));
  record.version = row.integer(2);
  record.if_version = row.maybe_integer(3);
  record.more_lines = row.integer(4);
  record.claim.id = row.text(5);
  record.claim.user = row.text(6);
  record.balance.state = state_of_word(row.text(7));
  record.balance.reason = row.text(8);
  record.claim.ref = row.text(9);
  record.claim.meta = row.text(10);
  record.claim.team = row.text(11);
  record.claim.created_at = row.integer(12);
  record.balance.expires_at = row.integer(13);
  if (!row.is_null(14)) {
    record.balance.lines.push_back({std::string(row.text(14)), row.integer(15), row.integer(16)});
  }
  record.claim.sale = row.text(17);
  return record;
}

void read_more_lines(Connection& connection, std::vector<ClaimRecord>& records) {
  Batch keys(std::size(kKey));
  std::unordered_map<std::uint64_t, std::size_t> places;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (records[i].more_lines == 0) continue;
    keys.add({records[i].uid, records[i].no});
    places.emplace(place_of(records[i].uid, records[i].no), i);
  }
  connection.read(kLines, keys, [&](const Rows& row) {
    const auto uid = static_cast<std::uint64_t>(row.integer(0));
    const std::size_t at = places.at(place_of(uid, static_cast<std::uint64_t>(row.integer(1))));
    records[at].balance.lines.push_back({std::string(row.text(2)), row.integer(3), row.integer(4)});
  });
}

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

void show(const ClaimRecord& record, StoredClaim& claim) {
  claim.no = record.no;
  claim.id = record.claim.id;
  claim.user = record.claim.user;
  claim.state = record.balance.state;
  claim.if_version = record.if_version;
  claim.version = record.version;
  claim.created_at = record.claim.created_at;
  claim.expires_at = record.balance.expires_at;
  claim.has_extra = !record.claim.ref.empty() || !record.claim.meta.empty();
  claim.items.clear();
  const bool released = record.balance.state == ClaimState::kReleased;
  for (const ClaimLine& line : record.balance.lines) {
    claim.items.push_back({line.pool, released ? 0 : line.units, line.given_back + (released ? line.units : 0)});
  }
}

}  // namespace allot::database
