#include "ledger/sqlite/claim_source.h"

#include "ledger/ledger.h"
#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/explain.h"
#include "ledger/sqlite/stored_row.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kClaims =
    "SELECT " ALLOT_STORED_COLUMNS " FROM allot_claim WHERE key BETWEEN ? AND ? ORDER BY key";
constexpr std::string_view kLines =
    "SELECT key, pool, units, given_back FROM allot_claim_line WHERE key BETWEEN ? AND ? ORDER BY key, line";

}  // namespace

SqliteClaimSource::SqliteClaimSource(std::shared_ptr<Connection> connection, SaleUid uid, std::string path)
    : connection_(std::move(connection)),
      uid_(uid),
      path_(std::move(path)),
      select_claims_(*connection_, kClaims),
      select_lines_(*connection_, kLines) {}

bool SqliteClaimSource::next(StoredClaim& claim) {
  if (done_) return false;
  try {
    if (!claims_) start();
    if (read(claim)) return true;
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
  done_ = true;
  lines_.reset();
  claims_.reset();
  return false;
}

// The first row of claims opens the snapshot, and the lines that are read beside it share it.
void SqliteClaimSource::start() { claims_.emplace(select_claims_.query(first_key(uid_), last_key(uid_))); }

bool SqliteClaimSource::read(StoredClaim& claim) {
  if (!claims_->next()) return false;
  if (!lines_) {
    lines_.emplace(select_lines_.query(first_key(uid_), last_key(uid_)));
    advance_line();
  }
  const std::int64_t key = read_stored(*claims_, claim);
  if (!claim.items.empty() && line_key_ == key) read_lines(claim, key);
  return true;
}

void SqliteClaimSource::read_lines(StoredClaim& claim, std::int64_t key) {
  further_.clear();
  while (line_key_ == key) {
    further_.push_back({std::string(lines_->text(1)), lines_->integer(2), lines_->integer(3)});
    advance_line();
  }
  for (const ClaimLine& line : further_) {
    claim.items.push_back(stored_line(claim.state, line.pool, line.units, line.given_back));
  }
}

void SqliteClaimSource::advance_line() {
  line_key_ = lines_->next() ? std::optional(lines_->integer(0)) : std::nullopt;
}

}  // namespace allot::sqlite
