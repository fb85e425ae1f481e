#include "ledger/sqlite/claim_source.h"

#include "ledger/ledger.h"
#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/explain.h"
#include "ledger/sqlite/status_text.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kClaims =
    "SELECT key, id, buyer, state, if_version, version, created_at, expires_at, "
    "ref IS NOT NULL OR meta IS NOT NULL, pool, units, given_back "
    "FROM allot_claim WHERE key BETWEEN ? AND ? ORDER BY key";
constexpr std::string_view kLines =
    "SELECT key, pool, units, given_back FROM allot_claim_line WHERE key BETWEEN ? AND ? ORDER BY key, line";

StoredClaim::Line line_of(ClaimState state, std::string_view pool, std::int64_t units, std::int64_t given_back) {
  if (state == ClaimState::kReleased) return {pool, 0, units + given_back};
  return {pool, units, given_back};
}

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
  const Rows& row = *claims_;
  const std::int64_t key = row.integer(0);
  claim.no = no_of(key);
  claim.id = row.text(1);
  claim.user = row.text(2);
  claim.state = state_from_text(row.text(3));
  claim.if_version = row.maybe_integer(4);
  claim.version = row.integer(5);
  claim.created_at = row.integer(6);
  claim.expires_at = row.integer(7);
  claim.has_extra = row.integer(8) != 0;
  claim.items.clear();
  if (row.is_null(9)) return true;
  claim.items.push_back(line_of(claim.state, row.text(9), row.integer(10), row.integer(11)));
  if (line_key_ == key) read_lines(claim, key);
  return true;
}

void SqliteClaimSource::read_lines(StoredClaim& claim, std::int64_t key) {
  further_.clear();
  while (line_key_ == key) {
    further_.push_back({std::string(lines_->text(1)), lines_->integer(2), lines_->integer(3)});
    advance_line();
  }
  for (const ClaimLine& line : further_) {
    claim.items.push_back(line_of(claim.state, line.pool, line.units, line.given_back));
  }
}

void SqliteClaimSource::advance_line() {
  line_key_ = lines_->next() ? std::optional(lines_->integer(0)) : std::nullopt;
}

}  // namespace allot::sqlite
