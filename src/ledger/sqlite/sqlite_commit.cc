// SqliteLedger::commit: one durable transaction, and what is certain when it fails.
#include "ledger/sqlite/explain.h"
#include "ledger/sqlite/sqlite_ledger.h"
#include "ledger/step_answers.h"

namespace allot::sqlite {
namespace {

// Whether a COMMIT that failed so has surely recorded nothing.
//
// In WAL mode a transaction exists once its last frame, which carries the commit mark and a checksum over
// all frames before it, is complete in the log. With these codes the frames were not written to their end:
// the disk was full or a write failed (IOERR_WRITE), or writing never began. Recovery after a crash would
// not find a commit mark either. Whatever can come after the last frame (fsync, the shared index, memory for
// it) leaves the outcome open: frames may reach the disk later.
bool surely_nothing(const SqliteError& error) {
  switch (error.primary()) {
    case SQLITE_FULL:
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_BUSY:
    case SQLITE_CONSTRAINT: return true;
    default: return error.code() == SQLITE_IOERR_WRITE;
  }
}

}  // namespace

// An earlier attempt whose outcome is open keeps it open: its frames may still lie in the log.
CommitOutcome SqliteLedger::failed(Work& work, std::string detail) {
  writer_->roll_back();
  reset_answers(work);
  return {unsettled_ ? CommitResult::kUnknown : CommitResult::kNothing, std::move(detail)};
}

CommitOutcome SqliteLedger::commit(Work& work) {
  reset_answers(work);
  try {
    if (std::optional<CommitOutcome> early = attempt(work)) return *early;
  } catch (const SqliteError& error) {
    return failed(work, explain(error, path_));
  } catch (const std::exception& error) {  // Divergence, LedgerError, no memory
    return failed(work, error.what());
  }
  return finish(work);
}

// Everything before COMMIT. An outcome: there is nothing to commit.
std::optional<CommitOutcome> SqliteLedger::attempt(Work& work) {
  writer_->execute("BEGIN IMMEDIATE");
  if (!tenure().is_mine()) {
    writer_->roll_back();
    return CommitOutcome{CommitResult::kFenced, not_mine()};
  }
  if (unsettled_) {
    if (std::optional<CommitOutcome> settled = settle_unknown(work)) return settled;
  }
  const std::int64_t before = writer_->changes();
  prepared_->transaction.run(work);
  if (shared() && writer_->changes() == before) return nothing_to_record();
  tenure().count();
  return std::nullopt;
}

// Refusals leave nothing behind, not even a flush of the disk.
CommitOutcome SqliteLedger::nothing_to_record() {
  writer_->roll_back();
  unsettled_.reset();
  return {CommitResult::kDone, {}};
}

// Steps are not all harmless to repeat: a release that happened would give no credit the second time. So if
// the ledger holds the attempt after all, its answers are given again instead.
std::optional<CommitOutcome> SqliteLedger::settle_unknown(Work& work) {
  if (tenure().commits() != unsettled_->commits) return std::nullopt;
  if (!same_questions(work.steps, unsettled_->steps)) {
    return failed(work, "the ledger holds an earlier transaction whose answers were not fetched");
  }
  writer_->roll_back();
  work.steps = std::move(unsettled_->steps);
  work.credits = std::move(unsettled_->credits);
  unsettled_.reset();
  return CommitOutcome{CommitResult::kDone, {}};
}

CommitOutcome SqliteLedger::finish(Work& work) {
  try {
    writer_->execute("COMMIT");
    unsettled_.reset();
    return {CommitResult::kDone, {}};
  } catch (const SqliteError& error) {
    std::string detail = explain(error, path_);
    if (!surely_nothing(error)) unsettled_ = Unsettled{tenure().commits() + 1, work.steps, work.credits};
    return failed(work, std::move(detail));
  }
}

}  // namespace allot::sqlite
