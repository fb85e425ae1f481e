// What a commit says when the file cannot be written, and that the same work then happens exactly once.
#include <sys/resource.h>

#include <csignal>

#include "ledger/sqlite/faulty_files.h"
#include "ledger/sqlite/late_failure.h"
#include "ledger/sqlite/test_house.h"

namespace allot::sqlite {
namespace {

class SqliteFailure : public LedgerContract {
 protected:
  void TearDown() override { ledger_.reset(); }
  std::string file() { return static_cast<SqliteHouse&>(*house_).file(); }
  // One claim and one release, which would not give a second credit by itself.
  Work work(SaleScript& sale, const std::string& id) {
    Work work;
    work.steps.emplace_back(EntryStep{sale.claims({{id, "u-" + id}}), false});
    work.steps.emplace_back(ReleaseStep{{sale.uid(), "held", 0}, "", "", false, {}, kStart, {}, {}, {}, {}});
    return work;
  }
  SaleScript with_a_hold() {
    SaleScript sale = create();
    EXPECT_TRUE(record(sale.claims({{"held", "u0", {{"red", 2}}, kStart + kHour}})));
    return sale;
  }
  void expect_done_once(SaleScript& sale, Work& work) {
    const CommitOutcome outcome = ledger_->commit(work);
    EXPECT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
    EXPECT_TRUE(std::get<EntryStep>(work.steps[0]).recorded);
    EXPECT_EQ(std::get<ReleaseStep>(work.steps[1]).verdict, Verdict::kOk);
    ASSERT_EQ(work.credits.size(), 1U);
    EXPECT_EQ(work.credits[0].number, 1U);
    EXPECT_EQ(std::get<ClaimCredit>(work.credits[0].changes.at(0)).given_back.at(0).units, 2);
    EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 1, 1}));
    EXPECT_EQ(findings(), std::vector<std::string>{});
    EXPECT_TRUE(record(sale.claims({{"next", "u-next"}})));
  }
  static void expect_no_answers(const Work& work) {
    EXPECT_TRUE(work.credits.empty());
    EXPECT_FALSE(std::get<EntryStep>(work.steps[0]).recorded);
    EXPECT_EQ(std::get<ReleaseStep>(work.steps[1]).verdict, Verdict::kUnavailable);
  }
};

INSTANTIATE_TEST_SUITE_P(Sqlite, SqliteFailure, sqlite::house_makers(), sqlite::house_name);

TEST_P(SqliteFailure, BusyIsNothingAndPasses) {
  SaleScript sale = with_a_hold();
  Work attempt = work(sale, "a");
  {
    Connection other = Connection::writer(file());
    other.execute("BEGIN IMMEDIATE");
    const CommitOutcome outcome = ledger_->commit(attempt);
    EXPECT_EQ(outcome.result, CommitResult::kNothing);
    EXPECT_NE(outcome.detail.find("locked by another program"), std::string::npos) << outcome.detail;
    EXPECT_NE(ledger_->probe(), "");
    expect_no_answers(attempt);
  }
  EXPECT_EQ(ledger_->probe(), "");
  expect_done_once(sale, attempt);
}

// Every write of a small commit in turn: the log's header and each frame, so also the one with the commit mark.
TEST_P(SqliteFailure, FailedWritesAreNothing) {
  for (const int code : {SQLITE_FULL, SQLITE_IOERR_WRITE}) {
    for (int skip = 0; skip < 6; ++skip) {
      SCOPED_TRACE(std::to_string(code) + " after " + std::to_string(skip));
      ledger_.reset();
      FaultyFiles files;
      house_ = GetParam()();
      reopen();
      SaleScript sale = with_a_hold();
      Work attempt = work(sale, "a");
      files.fail_writes(code, skip, 1000);
      EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kNothing);
      expect_no_answers(attempt);
      files.fail_writes(code, 0, 1000);
      EXPECT_NE(ledger_->probe(), "");
      files.heal();
      EXPECT_EQ(ledger_->probe(), "");
      expect_done_once(sale, attempt);
      ledger_.reset();
    }
  }
}

TEST_P(SqliteFailure, FailedSyncIsUnknownUntilTheSameWorkIsDone) {
  ledger_.reset();
  FaultyFiles files;
  reopen();
  SaleScript sale = with_a_hold();
  Work attempt = work(sale, "a");
  files.fail_syncs(SQLITE_IOERR_FSYNC, 2);
  EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kUnknown);
  expect_no_answers(attempt);
  EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kUnknown);
  files.fail_writes(SQLITE_FULL, 0, 1000);
  EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kUnknown) << "the first attempt is still open";
  files.heal();
  expect_done_once(sale, attempt);
  ledger_.reset();
}

// The frames of an attempt with a failed sync are in the log: a crash right then finds them.
TEST_P(SqliteFailure, ACrashAfterAFailedSyncMayFindTheWork) {
  ledger_.reset();
  {
    FaultyFiles files;
    reopen();
    SaleScript sale = with_a_hold();
    Work attempt = work(sale, "a");
    files.fail_syncs(SQLITE_IOERR_FSYNC);
    EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kUnknown);
    std::filesystem::copy(file(), file() + ".copy");
    std::filesystem::copy(file() + "-wal", file() + ".copy-wal");
    ledger_.reset();
  }
  const std::unique_ptr<Ledger> after = open_ledger("sqlite:" + file() + ".copy", {});
  const std::vector<SaleState> states = after->take_over(kStart);
  EXPECT_EQ(states.at(0).claims, 2U);
  EXPECT_TRUE(after->reader()->audit(std::nullopt).findings.empty());
}

TEST_P(SqliteFailure, UnknownThatDidHappenAnswersAsItDidThen) {
  LateFailure failure;
  reopen();
  failure.arm();
  SaleScript sale(0, 0, 0);
  {
    Work create;
    create.steps.emplace_back(CreateStep{"s", two_pools(), kStart, {}, {}});
    ASSERT_EQ(ledger_->commit(create).result, CommitResult::kUnknown);
    ASSERT_EQ(ledger_->commit(create).result, CommitResult::kDone);
    EXPECT_EQ(std::get<CreateStep>(create.steps[0]).verdict, Verdict::kCreated) << "not ok: it was this call";
    sale = SaleScript(std::get<CreateStep>(create.steps[0]).uid, 1, 0);
  }
  ASSERT_TRUE(record(sale.claims({{"held", "u0", {{"red", 2}}, kStart + kHour}})));
  reopen();
  sale = SaleScript(sale.uid(), ledger_->sale(sale.uid()).epoch, 1);
  failure.arm();
  Work attempt = work(sale, "a");
  EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kUnknown);
  expect_no_answers(attempt);
  Work other;
  other.steps.emplace_back(ResumeStep{sale.uid(), {}});
  EXPECT_EQ(ledger_->commit(other).result, CommitResult::kUnknown) << "the open work comes first";
  expect_done_once(sale, attempt);
}

TEST_P(SqliteFailure, EveryCommitIsSynced) {
  ledger_.reset();
  FaultyFiles files;
  reopen();
  SaleScript sale = create();
  const int before = files.syncs();
  record(sale.claims({{"a", "u1"}}));
  EXPECT_GT(files.syncs(), before);
  ledger_.reset();
}

TEST_P(SqliteFailure, AFullDiskIsNothingAndPasses) {
  SaleScript sale = with_a_hold();
  Work attempt = work(sale, "a");
  rlimit old{};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit tiny{16, old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &tiny);
  const CommitOutcome outcome = ledger_->commit(attempt);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(outcome.result, CommitResult::kNothing) << outcome.detail;
  expect_no_answers(attempt);
  expect_done_once(sale, attempt);
}

TEST_P(SqliteFailure, FencedByAnotherOwner) {
  SaleScript sale = with_a_hold();
  {
    Connection other = Connection::writer(file());
    other.execute("UPDATE allot_owner SET fence = fence + 1");
  }
  Work attempt = work(sale, "a");
  EXPECT_EQ(ledger_->commit(attempt).result, CommitResult::kFenced);
  expect_no_answers(attempt);
  EXPECT_NE(ledger_->probe().find("another process owns"), std::string::npos);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 2, 0}));
}

TEST_P(SqliteFailure, ReadsSeeOneSnapshotBesideTheWriter) {
  SaleScript sale = with_a_hold();
  const std::unique_ptr<ClaimSource> source = ledger_->claims(sale.uid());
  StoredClaim claim;
  ASSERT_TRUE(source->next(claim));
  EXPECT_TRUE(record(sale.claims({{"later", "u1"}})));
  EXPECT_FALSE(source->next(claim)) << "came after the snapshot";
  EXPECT_EQ(ledger_->reader()->sale(sale.uid())->claims, 2U);
}

}  // namespace
}  // namespace allot::sqlite
