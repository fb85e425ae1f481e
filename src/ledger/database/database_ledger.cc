#include "ledger/database/database_ledger.h"

#include <algorithm>

#include "ledger/database/claim_pages.h"
#include "ledger/database/database_reader.h"
#include "ledger/database/engine_mark.h"
#include "ledger/database/retry.h"
#include "ledger/database/sale_states.h"
#include "ledger/database/schema.h"
#include "ledger/database/session_lock.h"

namespace allot::database {
namespace {

constexpr std::size_t kPrefixBytesMax = 32;
constexpr std::string_view kNewEpoch =
    "UPDATE allot_sale SET epoch = epoch + 1, seq = 0, nonce = 0, mode = 'hot' WHERE live IS NOT NULL";
constexpr std::string_view kClock = "SELECT {now}";
// Server-made claim ids embed their time, so the newest time stands for the largest id. Claims of a sale
// are numbered in order of time: its last row is its newest.
constexpr std::string_view kMarks =
    "SELECT (SELECT fence FROM allot_owner WHERE one = 1), (SELECT since FROM allot_owner WHERE one = 1), "
    "max(s.created_at), max(s.newest_at), max((SELECT c.created_at FROM allot_claim AS c {by PRIMARY} WHERE c.uid = "
    "s.uid "
    "ORDER BY c.no DESC LIMIT 1)) FROM allot_sale AS s";

std::string owner_lock_name(const LedgerOptions& options) { return "owner:" + options.prefix; }

void check_prefix(const std::string& prefix) {
  const bool plain = std::ranges::all_of(prefix, [](unsigned char byte) { return std::isalnum(byte) || byte == '_'; });
  if (plain && prefix.size() <= kPrefixBytesMax) return;
  throw LedgerError("the prefix '" + prefix + "' of the ledger's tables is not up to " +
                    std::to_string(kPrefixBytesMax) + " of A-Z a-z 0-9 _");
}

}  // namespace

DatabaseLedger::DatabaseLedger(std::shared_ptr<const Database> database, const LedgerOptions& options)
    : database_(std::move(database)), options_(options) {
  check_prefix(options_.prefix);
  try {
    open();
  } catch (const DatabaseError& error) {
    throw LedgerError(database_->explain(error));
  }
}

void DatabaseLedger::open() {
  Connection& made = connection();
  if (options_.migrate && stored_schema(made, options_.prefix) < newest_schema(made.dialect())) {
    migrate_schema(made, options_.prefix);
  }
  check_schema(made, options_.prefix, database_->place());
}

// An owner asks for its lock again, but does not depend on it: if the server has not yet noticed that the old
// connection is gone, the owner's row still says whose the ledger is.
Connection& DatabaseLedger::connection() {
  if (session_ == nullptr || !session_->connection->alive()) {
    session_.reset();
    auto made = database_->connect(Database::Use::kWrite);
    if (owner_.taken()) try_session_lock(*made, owner_lock_name(options_));
    session_ = std::make_unique<Session>(std::move(made), options_.engine);
  }
  return *session_->connection;
}

void DatabaseLedger::give_up() noexcept {
  if (session_ == nullptr) return;
  session_->connection->roll_back();
  if (!session_->connection->alive()) session_.reset();
}

void DatabaseLedger::transact(const std::function<void(Connection&)>& body) {
  for (Retry retry;;) {
    try {
      Connection& made = connection();
      made.begin();
      body(made);
      made.commit();
      return;
    } catch (const DatabaseError& error) {
      give_up();
      if (error.failure() != Failure::kRetry || !retry.again()) throw LedgerError(database_->explain(error));
    } catch (...) {
      give_up();
      throw;
    }
  }
}

template <class Body>
auto DatabaseLedger::ask(Body body) {
  for (bool again = true;; again = false) {
    try {
      return body(connection());
    } catch (const DatabaseError& error) {
      give_up();
      if (error.failure() != Failure::kLost || !again) throw LedgerError(database_->explain(error));
    }
  }
}

void DatabaseLedger::lock_owner() {
  ask([&](Connection& made) {
    if (try_session_lock(made, owner_lock_name(options_))) return;
    const auto row = made.query("SELECT pid, host FROM allot_owner WHERE one = 1");
    row->next();
    throw LedgerError("the ledger " + database_->place() + " is owned by another process (" +
                      std::string(row->text(0)) + " on " + std::string(row->text(1)) +
                      "); stop it first, or use another ledger");
  });
}

std::vector<SaleState> DatabaseLedger::take_over(Millis now) {
  lock_owner();
  std::vector<SaleState> states;
  transact([&](Connection& made) {
    owner_.take_over(made, now);
    claim_engine(made, options_.engine, database_->place());
    made.run(kNewEpoch);
    states = read_live_sales(made);
  });
  return states;
}

void DatabaseLedger::join() {
  transact([&](Connection& made) {
    owner_.share(made);
    claim_engine(made, options_.engine, database_->place());
  });
}

std::unique_ptr<ClaimSource> DatabaseLedger::claims(SaleUid uid) {
  try {
    // A source that is still being read keeps its connection for itself.
    if (loader_ == nullptr || loader_.use_count() > 1 || !loader_->alive()) {
      loader_ = database_->connect(Database::Use::kRead);
    }
    return std::make_unique<ClaimStream>(loader_, uid, database_);
  } catch (const DatabaseError& error) {
    throw LedgerError(database_->explain(error));
  }
}

SaleState DatabaseLedger::sale(SaleUid uid) {
  std::optional<SaleState> state = ask([&](Connection& made) { return read_sale(made, uid); });
  if (state) return std::move(*state);
  throw LedgerError("the ledger " + database_->place() + " has no live sale number " + std::to_string(uid));
}

std::unique_ptr<LedgerReader> DatabaseLedger::reader() { return std::make_unique<DatabaseReader>(database_); }

Millis DatabaseLedger::clock() {
  return ask([](Connection& made) {
    const auto row = made.query(kClock);
    row->next();
    return row->integer(0);
  });
}

Ledger::Marks DatabaseLedger::marks() {
  return ask([this](Connection& made) {
    const auto row = made.query(kMarks);
    row->next();
    Marks marks;
    marks.fence = static_cast<std::uint32_t>(owner_.fence() != 0 ? owner_.fence() : row->integer(0));
    marks.time = std::max({row->integer(1), row->integer(2), row->integer(3), row->integer(4)});
    return marks;
  });
}

}  // namespace allot::database
