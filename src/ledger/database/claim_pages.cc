#include "ledger/database/claim_pages.h"

#include "ledger/database/join_text.h"
#include "ledger/ledger.h"

namespace allot::database {
namespace {

constexpr std::size_t kPageRows = 8192;
constexpr std::string_view kSelect = "SELECT ";
constexpr std::string_view kFrom =
    "FROM allot_claim AS c {by PRIMARY} WHERE c.uid = ? AND c.no > ? ORDER BY c.no LIMIT ?";
constexpr std::string_view kPage = join_text<kSelect, kRecordColumns, kFrom>;

}  // namespace

ClaimPages::ClaimPages(Connection& connection, SaleUid uid, std::shared_ptr<const Database> database)
    : connection_(connection), uid_(uid), database_(std::move(database)) {}

bool ClaimPages::next(StoredClaim& claim) {
  if (next_ == page_.size() && !done_) {
    try {
      read_page();
    } catch (const DatabaseError& error) {
      throw LedgerError(database_->explain(error));
    }
  }
  if (next_ == page_.size()) return false;
  show(page_[next_++], claim);
  return true;
}

void ClaimPages::read_page() {
  page_.clear();
  next_ = 0;
  for (const auto rows = connection_.query(kPage, uid_, behind_, kPageRows); rows->next();) {
    page_.push_back(read_record(*rows));
  }
  read_more_lines(connection_, page_);
  if (!page_.empty()) behind_ = page_.back().no;
  done_ = page_.size() < kPageRows;
}

ClaimStream::ClaimStream(std::shared_ptr<Connection> connection, SaleUid uid, std::shared_ptr<const Database> database)
    : connection_(std::move(connection)), database_(std::move(database)), pages_(*connection_, uid, database_) {}

ClaimStream::~ClaimStream() { end(); }

bool ClaimStream::next(StoredClaim& claim) {
  if (ended_) return false;
  if (!started_) start();
  if (pages_.next(claim)) return true;
  end();
  return false;
}

void ClaimStream::start() {
  try {
    connection_->begin_snapshot();
    started_ = true;
  } catch (const DatabaseError& error) {
    throw LedgerError(database_->explain(error));
  }
}

void ClaimStream::end() noexcept {
  if (started_ && !ended_) connection_->roll_back();
  ended_ = true;
}

}  // namespace allot::database
