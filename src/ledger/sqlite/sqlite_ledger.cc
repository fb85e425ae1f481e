#include "ledger/sqlite/sqlite_ledger.h"

#include <algorithm>
#include <filesystem>

#include "core/clock.h"
#include "ledger/sqlite/claim_source.h"
#include "ledger/sqlite/explain.h"
#include "ledger/sqlite/schema.h"
#include "ledger/sqlite/sqlite_reader.h"

namespace allot::sqlite {
namespace {

constexpr const char* kNewEpoch =
    "UPDATE allot_sale SET epoch = epoch + 1, seq = 0, nonce = 0, mode = 'hot' WHERE status <> 'deleted'";
// Server-made claim ids embed their time, so the newest time stands for the largest id. Claims of a sale
// are appended in order of time: its last row is its newest.
constexpr std::string_view kMarks =
    "SELECT (SELECT fence FROM allot_owner), (SELECT since FROM allot_owner), max(s.created_at), "
    "max((SELECT c.created_at FROM allot_claim c WHERE c.key BETWEEN s.uid << 32 AND (s.uid << 32) + 4294967295 "
    "ORDER BY c.key DESC LIMIT 1)), max(s.newest_at) FROM allot_sale s";

}  // namespace

SqliteLedger::SqliteLedger(std::string path, const LedgerOptions& options)
    : path_(std::move(path)), engine_(options.engine) {
  if (!options.prefix.empty()) {
    throw LedgerError("the ledger " + path_ + " is a file of its own, so its tables need no prefix; leave it out");
  }
  try {
    open(options);
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
}

void SqliteLedger::open(const LedgerOptions& options) {
  const bool migrate = options.migrate;
  if (!migrate && !std::filesystem::exists(path_)) {
    throw LedgerError("the ledger " + path_ + " does not exist; make it with --migrate auto");
  }
  writer_.emplace(Connection::writer(path_));
  if (shared()) writer_->wait_for_others();
  if (migrate && stored_schema(*writer_) < newest_schema()) {
    lock();
    writer_->configure();
    migrate_schema(*writer_);
  }
  check_schema(*writer_, path_);
  writer_->configure();
  prepared_ = std::make_unique<Prepared>(*writer_, engine_);
}

void SqliteLedger::lock() {
  if (!lock_) lock_.emplace(path_, shared() ? OwnerLock::Kind::kShared : OwnerLock::Kind::kAlone);
}

template <class Do>
void SqliteLedger::in_transaction(Do what) {
  try {
    writer_->execute("BEGIN IMMEDIATE");
    what();
    writer_->execute("COMMIT");
  } catch (const SqliteError& error) {
    writer_->roll_back();
    throw LedgerError(explain(error, path_));
  } catch (const LedgerError&) {
    writer_->roll_back();
    throw;
  }
}

std::vector<SaleState> SqliteLedger::take_over(Millis now) {
  if (shared()) throw LedgerError("the ledger " + path_ + " was opened to be shared, so nobody can own it");
  lock();
  std::vector<SaleState> states;
  in_transaction([&] {
    adopt_engine(*writer_, engine_, path_);
    prepared_->owner.take_over(now);
    writer_->execute(kNewEpoch);
    states = prepared_->states.live();
  });
  return states;
}

void SqliteLedger::join() {
  if (!shared()) throw LedgerError("the ledger " + path_ + " was opened to be owned, so it cannot be shared");
  lock();
  in_transaction([&] {
    adopt_engine(*writer_, engine_, path_);
    prepared_->sharer.join(clock());
  });
}

std::string SqliteLedger::not_mine() const {
  return shared() ? "the ledger " + path_ + " belongs to another engine now"
                  : "another process owns the ledger " + path_;
}

std::unique_ptr<ClaimSource> SqliteLedger::claims(SaleUid uid) {
  try {
    if (loader_ == nullptr) loader_ = std::make_shared<Connection>(Connection::reader(path_));
    return std::make_unique<SqliteClaimSource>(loader_, uid, path_);
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
}

SaleState SqliteLedger::sale(SaleUid uid) {
  try {
    if (std::optional<SaleState> state = prepared_->states.read(uid)) return std::move(*state);
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
  throw LedgerError("the ledger " + path_ + " has no live sale number " + std::to_string(uid));
}

std::string SqliteLedger::probe() {
  try {
    writer_->execute("BEGIN IMMEDIATE");
    if (!tenure().is_mine()) {
      writer_->roll_back();
      return not_mine();
    }
    tenure().count_probe();
    writer_->execute("COMMIT");
    return {};
  } catch (const SqliteError& error) {
    writer_->roll_back();
    return explain(error, path_);
  }
}

std::unique_ptr<LedgerReader> SqliteLedger::reader() { return std::make_unique<SqliteReader>(path_); }

Millis SqliteLedger::clock() { return SystemClock().now(); }

Ledger::Marks SqliteLedger::marks() {
  try {
    Statement select(*writer_, kMarks);
    Rows row = select.query();
    row.next();
    Marks marks;
    marks.fence = static_cast<std::uint32_t>(row.integer(0));
    marks.time = std::max({row.integer(1), row.integer(2), row.integer(3), row.integer(4)});
    return marks;
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
}

}  // namespace allot::sqlite
