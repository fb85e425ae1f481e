// Connections that end in the middle of a commit, and servers that restart.
#include <atomic>
#include <thread>

#include "ledger/database/test_deciding.h"
#include "ledger/database/test_gate.h"
#include "ledger/database/test_servers.h"

namespace allot::database {
namespace {

using Cut = TestGate::Cut;
using Strings = std::vector<std::string>;

class Unknown : public testing::TestWithParam<ServerMaker> {
 protected:
  void SetUp() override {
    server_ = &GetParam()();
    house_.emplace(*server_);
    gate_.emplace(server_->port(), server_->commit_bytes());
  }
  void own() {
    ledger_ = house_->open(server_->url(gate_->port()), EngineKind::kMemory);
    ledger_->take_over(kStart);
    create();
  }
  void share() {
    ledger_ = house_->open(server_->url(gate_->port()), EngineKind::kLedger);
    ledger_->join();
    create();
  }
  void create() {
    SaleDefinition definition;
    definition.pools = {{"red", 1000}};
    definition.claims_per_user = 0;
    Work work;
    work.steps.emplace_back(CreateStep{"s", definition, kStart, {}, {}});
    ASSERT_EQ(ledger_->commit(work).result, CommitResult::kDone);
    uid_ = std::get<CreateStep>(work.steps[0]).uid;
    script_.emplace(uid_, 1, 0);
  }
  // Records a held claim and releases it, which gives a credit only once.
  Work release_work(const std::string& id, ClaimNo no) {
    Work work;
    work.steps.emplace_back(EntryStep{script_->claims({{id, "u", {{"red", 2}}, kStart + kHour}}), false});
    work.steps.emplace_back(ReleaseStep{{uid_, id, no}, "", "", false, {}, kStart, {}, {}, {}, {}});
    return work;
  }
  void expect_released(const Work& work) {
    EXPECT_TRUE(std::get<EntryStep>(work.steps[0]).recorded);
    EXPECT_EQ(std::get<ReleaseStep>(work.steps[1]).verdict, Verdict::kOk);
    ASSERT_EQ(work.credits.size(), 1U);
    EXPECT_EQ(work.credits[0].changes.size(), 1U);
  }
  std::size_t attempts() const {
    const auto rows = house_->connect()->query("SELECT count(*) FROM allot_commit");
    rows->next();
    return static_cast<std::size_t>(rows->integer(0));
  }
  Strings findings() { return ledger_->reader()->audit(std::nullopt).findings; }

  TestServer* server_ = nullptr;
  std::optional<ServerHouse> house_;
  std::optional<TestGate> gate_;
  std::unique_ptr<Ledger> ledger_;
  SaleUid uid_ = 0;
  std::optional<SaleScript> script_;
};

ALLOT_ON_ALL_SERVERS(Unknown);

TEST_P(Unknown, SameWorkAgainTakesEffectOnce) {
  own();
  ClaimNo no = 0;
  for (const Cut cut : {Cut::kBeforeCommit, Cut::kAfterCommit, Cut::kLateCommit}) {
    SCOPED_TRACE(static_cast<int>(cut));
    const std::size_t before = attempts();
    Work work = release_work("c" + std::to_string(no), no);
    gate_->arm(cut);
    EXPECT_EQ(ledger_->commit(work).result, CommitResult::kUnknown);
    EXPECT_FALSE(std::get<EntryStep>(work.steps[0]).recorded);
    EXPECT_TRUE(work.credits.empty());
    const CommitOutcome outcome = ledger_->commit(work);
    EXPECT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
    expect_released(work);
    EXPECT_EQ(work.credits[0].number, ++no);
    EXPECT_EQ(attempts(), before + 1);
  }
  EXPECT_EQ(ledger_->sale(uid_).claims, 3U);
  EXPECT_EQ(ledger_->sale(uid_).seq, 3U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Unknown, OtherWorkWaitsForTheAnswers) {
  own();
  Work first = release_work("a", 0);
  Work other = release_work("b", 1);
  gate_->arm(Cut::kAfterCommit);
  EXPECT_EQ(ledger_->commit(first).result, CommitResult::kUnknown);
  EXPECT_EQ(ledger_->commit(other).result, CommitResult::kUnknown);
  EXPECT_EQ(ledger_->commit(first).result, CommitResult::kDone);
  expect_released(first);
  EXPECT_EQ(ledger_->commit(other).result, CommitResult::kDone);
  expect_released(other);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Unknown, OtherWorkGoesOnWhenTheLedgerDoesNotHoldTheFirst) {
  own();
  const SaleUid uid = uid_;
  SaleDefinition definition;
  definition.pools = {{"red", 1}};
  Work first = release_work("a", 0);
  Work other;
  other.steps.emplace_back(CreateStep{"t", definition, kStart, {}, {}});
  gate_->arm(Cut::kBeforeCommit);
  EXPECT_EQ(ledger_->commit(first).result, CommitResult::kUnknown);
  EXPECT_EQ(ledger_->commit(other).result, CommitResult::kDone);
  EXPECT_EQ(ledger_->commit(first).result, CommitResult::kDone);
  expect_released(first);
  EXPECT_EQ(ledger_->sale(uid).claims, 1U);
  EXPECT_EQ(findings(), Strings{});
}

// The answers of a decision stand where its caller keeps them: it is called again only if nothing was recorded.
TEST_P(Unknown, DecisionsAreNotMadeTwice) {
  share();
  int no = 0;
  for (const auto& [cut, calls] : {std::pair(Cut::kBeforeCommit, 2), {Cut::kAfterCommit, 1}, {Cut::kLateCommit, 1}}) {
    SCOPED_TRACE(static_cast<int>(cut));
    TestDecision decision{"s", "c" + std::to_string(no++), "u"};
    Work work;
    work.steps.emplace_back(decision.step(kStart));
    gate_->arm(cut);
    EXPECT_EQ(ledger_->commit(work).result, CommitResult::kUnknown);
    EXPECT_EQ(std::get<DecideStep>(work.steps[0]).outcome, DecideStep::Outcome::kNone);
    EXPECT_EQ(ledger_->commit(work).result, CommitResult::kDone);
    EXPECT_EQ(std::get<DecideStep>(work.steps[0]).outcome, DecideStep::Outcome::kDecided);
    EXPECT_EQ(decision.calls, calls);
  }
  EXPECT_EQ(ledger_->reader()->sale("s")->claims, 3U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Unknown, OwnerThatWasReplacedMeanwhileIsFenced) {
  own();
  Work work = release_work("a", 0);
  gate_->arm(Cut::kBeforeCommit);
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kUnknown);
  const auto next = house_->open();
  std::vector<SaleState> states;
  for (int i = 0; i < 500 && states.empty(); ++i) {  // the server may take a moment to see that the lock is free
    try {
      states = next->take_over(kStart);
    } catch (const LedgerError&) {
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }
  ASSERT_EQ(states.size(), 1U);
  EXPECT_EQ(states[0].claims, 0U);
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kFenced);
  EXPECT_NE(ledger_->probe(), "");
  EXPECT_EQ(next->probe(), "");
}

TEST_P(Unknown, WithoutAServerNothingIsRecorded) {
  own();
  const std::unique_ptr<LedgerReader> reader = ledger_->reader();
  server_->stop();
  Work work = release_work("a", 0);
  const CommitOutcome outcome = ledger_->commit(work);
  EXPECT_EQ(outcome.result, CommitResult::kNothing);
  EXPECT_EQ(outcome.detail.find("secret"), std::string::npos) << outcome.detail;
  EXPECT_NE(ledger_->probe(), "");
  EXPECT_THROW(reader->sale(uid_), LedgerError);
  EXPECT_THROW(ledger_->clock(), LedgerError);
  server_->start();
  EXPECT_EQ(ledger_->probe(), "");
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  expect_released(work);
  EXPECT_EQ(reader->sale(uid_)->claims, 1U);
  EXPECT_GT(ledger_->clock(), kStart - 10 * 365 * 24 * kHour);
}

TEST_P(Unknown, ConnectionThatWasLostUnusedIsMadeAgain) {
  own();
  server_->stop();
  server_->start();
  Work work = release_work("a", 0);
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  expect_released(work);
}

TEST_P(Unknown, ServerRestartsUnderCommits) {
  own();
  std::atomic<bool> ending = false;
  std::atomic<ClaimNo> done = 0;
  std::thread committing([&] {
    while (!ending) {
      Work work = release_work("c" + std::to_string(done), done);
      while (ledger_->commit(work).result != CommitResult::kDone) {
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      expect_released(work);
      ++done;
    }
  });
  for (int i = 0; i < 3; ++i) {
    const ClaimNo before = done;
    while (done < before + 20) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    server_->stop();
    server_->start();
  }
  ending = true;
  committing.join();
  const SaleState state = ledger_->sale(uid_);
  EXPECT_EQ(state.claims, done);
  EXPECT_EQ(state.credit_no, done);
  EXPECT_EQ(state.pools.at(0).taken, 0);
  EXPECT_EQ(findings(), Strings{});
}

}  // namespace
}  // namespace allot::database
