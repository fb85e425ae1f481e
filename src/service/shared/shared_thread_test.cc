// What callers are told by the thread in front of a shared ledger, whatever the ledger says.
#include "service/shared/shared_thread.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

#include "core/limits.h"
#include "engine/memory/memory_engine.h"
#include "engine/memory/sale_fixture.h"

namespace allot {
namespace {

using Outcome = DecideStep::Outcome;

// One sale with ten units of "a"; each commit does what the script says, the last line for ever.
class ScriptedLedger final : public Ledger {
 public:
  struct Line {
    CommitResult result = CommitResult::kDone;
    Outcome outcome = Outcome::kDecided;
  };
  std::vector<Line> script{{}};
  std::vector<StoredClaim> claims_there;
  std::atomic<int> commits{0};
  std::atomic<bool> healthy{true};

  CommitOutcome commit(Work& work) override {
    const auto at = std::min(static_cast<std::size_t>(commits++), script.size() - 1);
    const Line line = script[at];
    for (Step& step : work.steps) {
      if (auto* decide = std::get_if<DecideStep>(&step)) run(*decide, line);
      if (auto* confirm = std::get_if<ConfirmStep>(&step)) confirm->verdict = Verdict::kOk;
    }
    return {line.result, "as scripted"};
  }
  std::string probe() override { return healthy ? "" : "still away"; }
  Millis clock() override { return 5'000'000; }
  std::vector<SaleState> take_over(Millis) override { return {}; }
  void join() override {}
  std::unique_ptr<ClaimSource> claims(SaleUid) override { return nullptr; }
  SaleState sale(SaleUid) override { return {}; }
  std::unique_ptr<LedgerReader> reader() override { return nullptr; }
  Marks marks() override { return {}; }

 private:
  void run(DecideStep& step, const Line& line) {
    step.outcome = line.outcome;
    if (line.outcome != Outcome::kDecided || !step.decide) return;
    SaleDefinition definition;
    definition.pools = {{"a", 10}};
    SaleState state = fresh_state(definition);
    state.partial = true;
    state.claims = static_cast<ClaimNo>(claims_there.size());
    ListedClaims source(claims_there);
    step.decide(state, source, step.now);
  }
};

class Client final : public ClaimClient {
 public:
  ClaimCall call;

  explicit Client(std::string id, std::string user = "u") : id_(std::move(id)), user_(std::move(user)) {
    call.sale = "sale";
    ClaimRequest request;
    request.id = id_;
    request.user = user_;
    request.items = items_;
    request.fresh_id = 77;
    call.batch.requests.push_back(request);
    call.own_text();
  }
  void decided(ClaimCall&) override {
    const std::lock_guard lock(mutex_);
    told_ = true;
    wake_.notify_all();
  }
  void settled() override {}
  Home* home() override { return nullptr; }
  const Decision& wait() {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return told_; });
    static const Decision kNone;
    return call.batch.decisions.empty() ? kNone : call.batch.decisions.front();
  }

 private:
  std::string id_;
  std::string user_;
  std::vector<ItemView> items_{{"a", 1}};
  std::mutex mutex_;
  std::condition_variable wake_;
  bool told_ = false;
};

class SharedThreadTest : public testing::Test {
 protected:
  std::shared_ptr<Client> ask(const std::string& id, const std::string& user = "u") {
    auto client = std::make_shared<Client>(id, user);
    EXPECT_TRUE(thread_.claim({&client->call, client}));
    return client;
  }

  ManualClock own_{4'000'000};
  ScriptedLedger ledger_;
  std::unique_ptr<Engine> engine_ = make_memory_engine();
  ClaimIds ids_{1, 0};
  LedgerClock clock_{own_};
  VerdictCounters verdicts_;
  std::string fenced_;
  SharedThread thread_{ledger_, *engine_, ids_, clock_, verdicts_, [this](const std::string& why) { fenced_ = why; }};
};

TEST_F(SharedThreadTest, CallsOfOneSaleAreDecidedTogetherInOrder) {
  const auto first = ask("a", "u1");
  const auto second = ask("b", "u1");
  const auto third = ask("a", "u1");
  thread_.start();
  EXPECT_EQ(first->wait().verdict, Verdict::kAccepted);
  EXPECT_EQ(second->wait().verdict, Verdict::kAlreadyClaimed);
  EXPECT_EQ(third->wait().verdict, Verdict::kReplayed);
  EXPECT_EQ(first->call.gates.at(0), nullptr);
  EXPECT_EQ(ledger_.commits, 1);
  EXPECT_EQ(verdicts_.count(Verdict::kAccepted), 1U);
}

TEST_F(SharedThreadTest, UnknownSalesAreTold) {
  ledger_.script = {{CommitResult::kDone, Outcome::kUnknownSale}};
  const auto client = ask("a");
  thread_.start();
  client->wait();
  EXPECT_EQ(client->call.refusal, CallRefusal::kUnknownSale);
}

TEST_F(SharedThreadTest, WithMoreOverdueTheCallGoesIntoTheNextTransaction) {
  ledger_.script = {{CommitResult::kDone, Outcome::kMoreOverdue}, {}};
  const auto client = ask("a");
  thread_.start();
  EXPECT_EQ(client->wait().verdict, Verdict::kAccepted);
  EXPECT_EQ(ledger_.commits, 2);
}

TEST_F(SharedThreadTest, NothingRecordedIsUnavailableUntilTheLedgerIsBack) {
  ledger_.script = {{CommitResult::kNothing, Outcome::kNone}, {}};
  ledger_.healthy = false;
  const auto client = ask("a");
  thread_.start();
  const Decision& decision = client->wait();
  EXPECT_EQ(decision.verdict, Verdict::kUnavailable);
  EXPECT_EQ(decision.claim, "a");
  EXPECT_EQ(client->call.gates.at(0), nullptr) << "outcome none";
  EXPECT_TRUE(thread_.frozen());
  CommitResult told = CommitResult::kDone;
  EXPECT_TRUE(thread_.queue({ConfirmStep{}, [&](Step&, CommitResult result) { told = result; }}));
  EXPECT_EQ(told, CommitResult::kNothing);
  ledger_.healthy = true;
  while (thread_.frozen()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(ask("a")->wait().verdict, Verdict::kAccepted);
}

TEST_F(SharedThreadTest, AnUnknownOutcomeIsCommittedAgainUntilItIsKnown) {
  ledger_.script = {{CommitResult::kUnknown}, {CommitResult::kNothing}, {}};
  const auto client = ask("a");
  thread_.start();
  EXPECT_EQ(client->wait().verdict, Verdict::kAccepted);
  EXPECT_EQ(ledger_.commits, 3) << "a retry that did nothing says nothing about the first try";
}

TEST_F(SharedThreadTest, WhoHasWaitedTooLongIsToldThatNobodyKnows) {
  ledger_.script.assign(26, {CommitResult::kUnknown});
  ledger_.script.emplace_back();
  const auto client = ask("");
  thread_.start();
  EXPECT_EQ(client->wait().claim, "77");
  ASSERT_NE(client->call.gates.at(0), nullptr);
  EXPECT_EQ(client->call.gates.at(0)->state(), GateState::kUnknown);
  client->call.clear();  // it is the client's again while the commit goes on
  while (thread_.frozen()) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_EQ(ask("b")->wait().verdict, Verdict::kAccepted);
}

TEST_F(SharedThreadTest, FencedEndsTheProcessAndRecordsNothing) {
  ledger_.script = {{CommitResult::kFenced, Outcome::kNone}};
  const auto client = ask("a");
  thread_.start();
  EXPECT_EQ(client->wait().verdict, Verdict::kUnavailable);
  thread_.stop();
  EXPECT_EQ(fenced_, "as scripted");
}

TEST_F(SharedThreadTest, AnIdThatAnotherProcessMadeIsReplaced) {
  StoredClaim there;
  there.id = "77";
  there.user = "somebody";
  there.items = {{"a", 1, 0}};
  ledger_.claims_there = {there};
  const auto client = ask("", "u2");
  thread_.start();
  EXPECT_EQ(client->wait().verdict, Verdict::kAccepted);
  EXPECT_NE(client->wait().claim, "77");
}

TEST_F(SharedThreadTest, TheQueueIsBounded) {
  auto client = std::make_shared<Client>("a");
  const ClaimRequest request = client->call.batch.requests.front();
  client->call.batch.requests.assign(limits::kClaimsWaitingMax, request);
  EXPECT_TRUE(thread_.claim({&client->call, client}));
  const auto late = std::make_shared<Client>("b");
  EXPECT_FALSE(thread_.claim({&late->call, late}));
  thread_.start();
  EXPECT_EQ(client->wait().verdict, Verdict::kAccepted);
  EXPECT_TRUE(thread_.claim({&late->call, late}));
  late->wait();
}

TEST_F(SharedThreadTest, StepsHearOfTheirCommit) {
  std::mutex mutex;
  std::condition_variable wake;
  std::optional<Verdict> verdict;
  EXPECT_TRUE(thread_.queue({ConfirmStep{}, [&](Step& step, CommitResult) {
                               const std::lock_guard lock(mutex);
                               verdict = std::get<ConfirmStep>(step).verdict;
                               wake.notify_all();
                             }}));
  thread_.start();
  std::unique_lock lock(mutex);
  wake.wait(lock, [&] { return verdict.has_value(); });
  EXPECT_EQ(*verdict, Verdict::kOk);
}

TEST_F(SharedThreadTest, TheLedgersClockCounts) {
  clock_.measure(ledger_);
  EXPECT_EQ(clock_.now(), 5'000'000);
  own_.advance(10);
  EXPECT_EQ(clock_.now(), 5'000'010);
}

}  // namespace
}  // namespace allot
