// DatabaseLedger::commit: one durable transaction, and what is certain when it fails.
#include "ledger/database/database_ledger.h"
#include "ledger/database/engine_mark.h"
#include "ledger/database/retry.h"
#include "ledger/step_answers.h"

namespace allot::database {
namespace {

constexpr std::int64_t kAttemptsKeptMillis = 24 * 3'600'000;
constexpr std::uint64_t kCommitsBetweenTidying = 1024;
constexpr std::uint64_t kFirstTidying = 16;  // early, for processes that do not live long

// False: that attempt is in the ledger. Waits while its transaction is still open.
bool insert_attempt(Connection& connection, const std::string& id) {
  try {
    return connection.run(connection.dialect().insert_commit, id) == 1;
  } catch (const DatabaseError& error) {
    if (error.failure() != Failure::kDuplicate) throw;
    return false;
  }
}

}  // namespace

CommitOutcome DatabaseLedger::failed(Work& work, std::string detail) {
  give_up();
  reset_answers(work);
  return {unsettled_ ? CommitResult::kUnknown : CommitResult::kNothing, std::move(detail)};
}

CommitOutcome DatabaseLedger::commit(Work& work) {
  Retry retry;
  for (bool first = true;; first = false) {
    const bool connected = session_ != nullptr;
    reset_answers(work);
    try {
      return attempt(work);
    } catch (const DatabaseError& error) {
      give_up();
      // A connection that was lost while nobody used it says nothing about the server as it is now.
      const bool stale = error.failure() == Failure::kLost && first && connected && !begun_;
      if (stale || (error.failure() == Failure::kRetry && retry.again())) continue;
      return failed(work, database_->explain(error));
    } catch (const Displaced& error) {
      failed(work, {});
      return {CommitResult::kFenced, error.what()};
    } catch (const std::exception& error) {  // Divergence, LedgerError, no memory
      return failed(work, error.what());
    }
  }
}

CommitOutcome DatabaseLedger::attempt(Work& work) {
  begun_ = false;
  Connection& made = connection();
  made.begin();
  begun_ = true;
  if (owned() && !owner_.is_mine(made)) {
    give_up();
    return {CommitResult::kFenced, "another process owns the ledger " + database_->place()};
  }
  const std::string id = unsettled_ ? unsettled_->attempt() : new_attempt();
  if (std::optional<CommitOutcome> settled = open_attempt(work, id)) return *settled;
  session_->transaction.run(work);
  return finish(work, id);
}

// Steps are not all harmless to repeat: a release that happened would give no credit the second time. So if
// the ledger holds the attempt after all, its answers are given again instead. If the ledger takes its id, it was
// never recorded and never will be.
std::optional<CommitOutcome> DatabaseLedger::open_attempt(Work& work, const std::string& id) {
  if (insert_attempt(*session_->connection, id)) {
    unsettled_.reset();
    return std::nullopt;
  }
  if (!unsettled_) throw DatabaseError(Failure::kRetry, {}, "an attempt's random number came twice");
  if (!unsettled_->asks_for(work)) {
    return failed(work, "the ledger holds an earlier transaction whose answers were not fetched");
  }
  give_up();
  unsettled_->answer(work);
  unsettled_.reset();
  return CommitOutcome{CommitResult::kDone, {}};
}

CommitOutcome DatabaseLedger::finish(Work& work, const std::string& id) {
  try {
    session_->connection->commit();
  } catch (const DatabaseError& error) {
    if (error.failure() != Failure::kLost) throw;  // the server has said no
    unsettled_.emplace(id, work);
    return failed(work, database_->explain(error));
  }
  if (commits_++ % kCommitsBetweenTidying == kFirstTidying) tidy(*session_->connection);
  return {CommitResult::kDone, {}};
}

void DatabaseLedger::tidy(Connection& connection) {
  try {
    connection.run(connection.dialect().forget_commits, kAttemptsKeptMillis);
  } catch (const DatabaseError&) {  // another time, perhaps by another process
    give_up();
  }
}

std::string DatabaseLedger::probe() {
  try {
    std::string trouble;
    transact([&](Connection& made) {
      if (owned() && !owner_.is_mine(made)) {
        trouble = "another process owns the ledger " + database_->place();
      } else if (const std::string engine = read_engine(made); engine != engine_name(options_.engine)) {
        trouble = "the ledger " + database_->place() + " belongs to the engine '" + engine + "' now";
      } else {
        insert_attempt(made, new_attempt());
      }
    });
    return trouble;
  } catch (const LedgerError& error) {
    return error.what();
  }
}

}  // namespace allot::database
