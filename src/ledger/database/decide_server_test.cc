// Decisions inside the ledger's transaction, by processes that share it.
#include <future>
#include <thread>

#include "core/limits.h"
#include "ledger/database/test_deciding.h"
#include "ledger/database/test_servers.h"

namespace allot::database {
namespace {

using Outcome = DecideStep::Outcome;
using Strings = std::vector<std::string>;

class Decide : public testing::TestWithParam<ServerMaker> {
 protected:
  void SetUp() override {
    house_.emplace(GetParam()());
    ledger_ = shared();
    create("s", 10);
  }
  std::unique_ptr<Ledger> shared() {
    auto ledger = house_->open(EngineKind::kLedger);
    ledger->join();
    return ledger;
  }
  template <class S>
  S one(S step, Ledger* ledger = nullptr) {
    Work work;
    work.steps.emplace_back(std::move(step));
    const CommitOutcome outcome = (ledger == nullptr ? *ledger_ : *ledger).commit(work);
    EXPECT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
    credits_ = std::move(work.credits);
    return std::get<S>(std::move(work.steps.front()));
  }
  SaleUid create(const std::string& sale, std::int64_t stock) {
    SaleDefinition definition;
    definition.pools = {{"red", stock}};
    definition.claims_per_user = 0;
    const CreateStep step = one(CreateStep{sale, definition, kStart, {}, {}});
    EXPECT_EQ(step.verdict, Verdict::kCreated);
    return step.uid;
  }
  TestDecision decide(const std::string& id, const std::string& user, std::int64_t units = 1, Millis hold = 0,
                      Millis at = kStart) {
    TestDecision decision{"s", id, user, units, hold};
    EXPECT_EQ(one(decision.step(at)).outcome, Outcome::kDecided);
    return decision;
  }
  Figures red() {
    const PoolState pool = ledger_->reader()->sale("s")->pools.at(0);
    return {pool.stocked, pool.taken, pool.confirmed};
  }
  Strings findings() { return ledger_->reader()->audit(std::nullopt).findings; }

  std::optional<ServerHouse> house_;
  std::unique_ptr<Ledger> ledger_;
  std::vector<Credit> credits_;
};

ALLOT_ON_ALL_SERVERS(Decide);

TEST_P(Decide, ShowsClaimsByIdAndByUserOnceInOrder) {
  EXPECT_TRUE(decide("a", "Bob").seen.empty());
  decide("b", "bob");
  decide("c", "Bob");
  EXPECT_EQ(decide("a", "Bob", 99).seen, (Strings{"a", "c"})) << "both ways to the same claim";
  EXPECT_EQ(decide("b", "Bob", 99).seen, (Strings{"a", "b", "c"}));
  EXPECT_TRUE(decide("A", "bo", 99).seen.empty());
  EXPECT_EQ(red(), (Figures{10, 3, 3}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, SeesTheSaleAsItIs) {
  const TestDecision first = decide("a", "u", 4);
  EXPECT_TRUE(first.state.partial);
  EXPECT_EQ(first.state.seq, 0U);
  EXPECT_EQ(first.state.pools.at(0).taken, 0);
  const TestDecision second = decide("b", "u", 7);
  EXPECT_FALSE(second.accepted);
  EXPECT_EQ(second.state.seq, 1U);
  EXPECT_EQ(second.state.claims, 1U);
  EXPECT_EQ(second.state.pools.at(0).taken, 4);
}

TEST_P(Decide, UnknownSaleIsNotDecided) {
  TestDecision decision{"nowhere", "a", "u"};
  EXPECT_EQ(one(decision.step(kStart)).outcome, Outcome::kUnknownSale);
  EXPECT_EQ(decision.calls, 0);
}

TEST_P(Decide, OverdueHoldsAreReleasedFirst) {
  decide("a", "u1", 10, kStart + 100);
  EXPECT_FALSE(decide("b", "u2", 1, 0, kStart + 99).accepted);
  EXPECT_TRUE(decide("b", "u2", 1, 0, kStart + 100).accepted);
  EXPECT_EQ(ledger_->reader()->claim({SaleKey("s"), "a", {}})->reason, "expired");
  EXPECT_EQ(red(), (Figures{10, 1, 1}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, WithoutADecisionOnlyReleases) {
  decide("a", "u1", 10, kStart + 100);
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 99, 10), Strings{});
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 100, 10), Strings{"s"});
  DecideStep step;
  step.sale = "s";
  step.now = kStart + 100;
  EXPECT_EQ(one(step).outcome, Outcome::kDecided);
  EXPECT_EQ(red(), (Figures{10, 0, 0}));
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 100, 10), Strings{});
}

TEST_P(Decide, TimeNeverRunsBack) {
  EXPECT_EQ(decide("a", "u1", 1, 0, kStart + 500).now, kStart + 500);
  EXPECT_EQ(decide("b", "u1", 1, 0, kStart + 400).now, kStart + 500);
  EXPECT_EQ(decide("c", "u1", 99, 0, kStart + 900).now, kStart + 900);
  EXPECT_EQ(decide("d", "u1", 1, 0, kStart + 600).now, kStart + 600) << "nothing was recorded at 900";
}

TEST_P(Decide, MoreOverdueThanOneTransactionReleases) {
  const std::int64_t most = limits::kExpiriesPerStepMax;
  create("big", 2 * most);
  DecideStep fill;
  fill.sale = "big";
  fill.decide = [&](const SaleState& state, ClaimSource&, Millis) {
    auto entry = std::make_shared<Entry>(std::move(const_cast<Entry&>(*take_units(state, "x", "u", 1, 1, kStart))));
    for (ClaimNo no = 1; no <= most; ++no) {
      AcceptedClaim claim = entry->claims.front();
      claim.no = no;
      claim.id = entry->arena.copy("x" + std::to_string(no));
      entry->claims.push_back(claim);
    }
    return entry;
  };
  EXPECT_EQ(one(fill).outcome, Outcome::kDecided);
  TestDecision decision{"big", "a", "u2"};
  EXPECT_EQ(one(decision.step(kStart)).outcome, Outcome::kMoreOverdue);
  EXPECT_EQ(decision.calls, 0);
  EXPECT_EQ(one(decision.step(kStart)).outcome, Outcome::kDecided);
  EXPECT_EQ(decision.state.pools.at(0).taken, 0);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, StepsOfOneTransactionSeeEachOther) {
  TestDecision first{"s", "a", "u1", 6};
  TestDecision second{"s", "b", "u1", 6};
  TestDecision third{"s", "c", "u1", 4};
  Work work;
  work.steps.emplace_back(first.step(kStart));
  work.steps.emplace_back(second.step(kStart));
  work.steps.emplace_back(ReleaseStep{{SaleKey("s"), "a", {}}, "r", "", true, {{"red", 2}}, kStart, {}, {}, {}, {}});
  work.steps.emplace_back(third.step(kStart));
  work.steps.emplace_back(ConfirmStep{{SaleKey("s"), "c", {}}, kStart, {}, {}});
  ASSERT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  EXPECT_TRUE(first.accepted);
  EXPECT_FALSE(second.accepted);
  EXPECT_EQ(second.seen, Strings{"a"});
  EXPECT_TRUE(third.accepted);
  EXPECT_EQ(third.state.pools.at(0).taken, 4);
  EXPECT_EQ(std::get<ConfirmStep>(work.steps[4]).verdict, Verdict::kOk);
  EXPECT_EQ(red(), (Figures{10, 8, 8}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, ClaimsAreSettledByNameAndId) {
  decide("a", "u1", 2, kStart + kHour);
  const ExtendStep extended = one(ExtendStep{{SaleKey("s"), "a", {}}, 7200, kStart, {}, {}});
  EXPECT_EQ(extended.claim.expires_at, kStart + 2 * kHour);
  EXPECT_EQ(extended.claim.sale, "s");
  EXPECT_EQ(one(ConfirmStep{{SaleKey("s"), "a", {}}, kStart, {}, {}}).verdict, Verdict::kOk);
  EXPECT_EQ(one(ConfirmStep{{SaleKey("s"), "b", {}}, kStart, {}, {}}).verdict, Verdict::kUnknownClaim);
  EXPECT_EQ(one(ConfirmStep{{SaleKey("t"), "a", {}}, kStart, {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(ResumeStep{SaleKey("t"), {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(DeleteStep{SaleKey("t"), {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(ResumeStep{SaleKey("s"), {}}).verdict, Verdict::kOk);
  EXPECT_EQ(red(), (Figures{10, 2, 2}));
}

// Both see the same last units; the lock on the sale's row lets only one of them have each.
TEST_P(Decide, TwoProcessesDoNotOversell) {
  constexpr int kTries = 40;
  const auto buy = [&](const std::string& name) {
    const std::unique_ptr<Ledger> ledger = shared();
    int accepted = 0;
    for (int i = 0; i < kTries; ++i) {
      TestDecision decision{"s", name + std::to_string(i), name};
      Work work;
      work.steps.emplace_back(decision.step(kStart));
      EXPECT_EQ(ledger->commit(work).result, CommitResult::kDone);
      if (decision.accepted) ++accepted;
    }
    return accepted;
  };
  auto other = std::async(std::launch::async, buy, "x");
  const int mine = buy("y");
  EXPECT_EQ(mine + other.get(), 10);
  EXPECT_EQ(red(), (Figures{10, 10, 10}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, SalesMadeAtOnceHaveNumbersOfTheirOwn) {
  const auto make = [&](const std::string& name) {
    const std::unique_ptr<Ledger> ledger = shared();
    for (int i = 0; i < 20; ++i) {
      SaleDefinition definition;
      definition.pools = {{"red", 1}};
      one(CreateStep{"both" + std::to_string(i), definition, kStart, {}, {}}, ledger.get());
      one(CreateStep{name + std::to_string(i), definition, kStart, {}, {}}, ledger.get());
    }
  };
  std::thread other(make, "x");
  make("y");
  other.join();
  EXPECT_EQ(ledger_->reader()->sales("", 1000).size(), 61U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(Decide, OldAttemptsAreForgotten) {
  const auto connection = house_->connect();
  connection->run(connection->dialect().insert_commit, std::string(32, 'b'));
  connection->run("UPDATE allot_commit SET at = at - 90000000");
  connection->run(connection->dialect().insert_commit, std::string(32, 'c'));
  for (int i = 0; i < 20; ++i) decide("x" + std::to_string(i), "u", 99);
  const auto old = connection->query("SELECT count(*) FROM allot_commit WHERE at < {now} - 86400000");
  old->next();
  EXPECT_EQ(old->integer(0), 0);
  const auto all = connection->query("SELECT count(*) FROM allot_commit");
  all->next();
  EXPECT_GT(all->integer(0), 10) << "but only the old ones";
}

// The other side holds what the transaction wants next, and wants what the transaction holds.
TEST_P(Decide, DeadlockIsTriedAgain) {
  const auto rival = house_->connect();
  if (rival->dialect().folder == "postgresql") rival->command("SET deadlock_timeout = '60s'");
  rival->begin();
  // The lighter side is the one that is sacrificed by MariaDB; PostgreSQL takes whoever looks first.
  for (int i = 100; i < 200; ++i) rival->run(rival->dialect().insert_commit, std::string(29, 'a') + std::to_string(i));
  rival->query("SELECT value FROM allot_meta WHERE name = 'engine' FOR UPDATE");
  TestDecision decision{"s", "a", "u"};
  std::promise<void> decided;
  DecideStep step = decision.step(kStart);
  step.decide = [&, inner = step.decide](const SaleState& state, ClaimSource& claims, Millis now) {
    if (decision.calls == 0) decided.set_value();
    return inner(state, claims, now);
  };
  SaleDefinition definition;
  definition.pools = {{"red", 1}};
  Work work;
  work.steps.emplace_back(step);
  work.steps.emplace_back(CreateStep{"new", definition, kStart, {}, {}});
  auto outcome = std::async(std::launch::async, [&] { return ledger_->commit(work); });
  decided.get_future().wait();
  rival->query("SELECT sale FROM allot_sale WHERE live = 's' FOR UPDATE");
  rival->roll_back();
  EXPECT_EQ(outcome.get().result, CommitResult::kDone);
  EXPECT_EQ(decision.calls, 2);
  EXPECT_EQ(std::get<CreateStep>(work.steps[1]).verdict, Verdict::kCreated);
  EXPECT_EQ(red(), (Figures{10, 1, 1}));
}

TEST_P(Decide, LedgerBelongsToOneEngine) {
  try {
    house_->open(EngineKind::kMemory)->take_over(kStart);
    FAIL() << "the memory engine must not own shared sales";
  } catch (const LedgerError& error) {
    EXPECT_NE(std::string(error.what()).find("belongs to the engine 'ledger'"), std::string::npos) << error.what();
  }
  EXPECT_THROW(house_->open(EngineKind::kRedis)->join(), LedgerError);
  EXPECT_TRUE(decide("a", "u").accepted) << "those who share it are unharmed";
}

TEST_P(Decide, EmptyLedgerChangesItsEngineAndFencesItsOwner) {
  ServerHouse house(GetParam()());
  const auto owner = house.open(EngineKind::kMemory);
  owner->take_over(kStart);
  house.open(EngineKind::kLedger)->join();
  Work work;
  work.steps.emplace_back(CreateStep{"s", {}, kStart, {}, {}});
  EXPECT_EQ(owner->commit(work).result, CommitResult::kFenced);
}

TEST_P(Decide, ProcessesOfAnEarlierEngineTouchNothing) {
  ServerHouse house(GetParam()());
  const auto redis = house.open(EngineKind::kRedis);
  redis->join();
  const auto owner = house.open(EngineKind::kMemory);
  owner->take_over(kStart);
  SaleDefinition definition;
  definition.pools = {{"red", 1}};
  one(CreateStep{"s", definition, kStart, {}, {}}, owner.get());
  EXPECT_EQ(one(ConfirmStep{{SaleKey("s"), "a", {}}, kStart, {}, {}}, redis.get()).verdict, Verdict::kUnknownSale);
  EXPECT_NE(redis->probe().find("belongs to the engine 'memory'"), std::string::npos);
  Work work;
  work.steps.emplace_back(CreateStep{"t", definition, kStart, {}, {}});
  EXPECT_EQ(redis->commit(work).result, CommitResult::kFenced);
}

TEST_P(Decide, EveryProcessHasAFenceOfItsOwn) {
  const auto other = shared();
  EXPECT_GT(other->marks().fence, ledger_->marks().fence);
}

TEST_P(Decide, WhatFollowsNotTheSaleIsNotRecorded) {
  DecideStep step;
  step.sale = "s";
  step.decide = [](const SaleState& state, ClaimSource&, Millis now) {
    SaleState wrong = state;
    ++wrong.seq;
    return take_units(wrong, "a", "u", 1, now, 0);
  };
  Work work;
  work.steps.emplace_back(step);
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kNothing);
  EXPECT_EQ(std::get<DecideStep>(work.steps[0]).outcome, Outcome::kNone);
  EXPECT_EQ(red(), (Figures{10, 0, 0}));
}

}  // namespace
}  // namespace allot::database
