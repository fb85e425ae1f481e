// A claim as its rows have it.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "engine/snapshot.h"
#include "ledger/database/connection.h"
#include "ledger/settle.h"

namespace allot::database {

/// `claim.state`, `reason`, `items` and `expires_at` stand in `balance`.
struct ClaimRecord {
  SaleUid uid = 0;
  ClaimNo no = 0;
  std::int64_t version = 0;
  std::optional<std::int64_t> if_version;
  std::int64_t more_lines = 0;  // beyond the first, in a table of their own
  Claim claim;
  ClaimBalance balance;
};

/// What read_record() expects, of allot_claim AS c and allot_sale AS s.
inline constexpr std::string_view kRecordColumns =
    "c.uid, c.no, c.version, c.if_version, c.more_lines, c.id, c.buyer, c.state, c.reason, c.ref, c.meta, c.team, "
    "c.created_at, c.expires_at, c.pool, c.units, c.given_back, s.sale ";

/// Without further lines. Throws LedgerError for an unknown state.
ClaimRecord read_record(const Rows& row);
/// Adds the lines that stand in allot_claim_line.
void read_more_lines(Connection& connection, std::vector<ClaimRecord>& records);
/// The claim as everybody sees it: lines that have nothing left are not shown. A claim that was released
/// as a whole still shows what it had.
Claim present(const ClaimRecord& record);
/// The claim as an engine is loaded from it; text is borrowed from the record.
void show(const ClaimRecord& record, StoredClaim& claim);

}  // namespace allot::database
