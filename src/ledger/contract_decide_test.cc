// The contract of decisions that are made under the sale's row lock.
#include <thread>

#include "core/limits.h"
#include "ledger/contract_shared_fixture.h"

namespace allot {
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(SharedLedgerContract);
namespace {

using Strings = std::vector<std::string>;

TEST_P(SharedLedgerContract, ShowsTheSaleAsItIs) {
  create();
  one(accept({"u1", "u2", "u3"}));
  Shown shown;
  DecideStep step = one(look(shown));
  EXPECT_EQ(step.outcome, Outcome::kDecided);
  EXPECT_EQ(shown.state.sale, "s");
  EXPECT_TRUE(shown.state.partial);
  EXPECT_EQ(shown.state.claims, 3U);
  EXPECT_EQ(shown.state.seq, 1U);
  EXPECT_EQ(shown.state.pools.at(1).taken, 3);
  EXPECT_EQ(shown.state.total->taken, 3);
  EXPECT_TRUE(shown.ids.empty()) << "nobody asked for any";
}

TEST_P(SharedLedgerContract, ShowsClaimsByIdAndByUserOnceAndInOrder) {
  create();
  one(accept({"u1", "u2", "u3"}));
  one(accept({"u2", "u4"}, kStart, 0, "d-"));
  Shown shown;
  DecideStep step = look(shown);
  step.ids = {"d-u4", "c-u2", "none"};
  step.users = {"u2", "nobody", "u1"};
  one(std::move(step));
  EXPECT_EQ(shown.ids, (Strings{"c-u1", "c-u2", "d-u2", "d-u4"}));
  EXPECT_EQ(shown.numbers, (std::vector<ClaimNo>{0, 1, 3, 4}));
}

TEST_P(SharedLedgerContract, NamesAreBytes) {
  create();
  one(accept({"Bob", "bob", "bob "}));
  Shown shown;
  DecideStep step = look(shown);
  step.users = {"bob"};
  step.ids = {"C-bob", "c-BOB"};
  one(std::move(step));
  EXPECT_EQ(shown.ids, (Strings{"c-bob"}));
}

TEST_P(SharedLedgerContract, ShowsOnlyTheRestockThatIsNamed) {
  create();
  for (const std::string id : {"r1", "r2"}) {
    DecideStep step;
    step.sale = "s";
    step.decide = [id](const SaleState& state, ClaimSource&, Millis) {
      auto entry = std::make_shared<Entry>();
      entry->uid = state.uid;
      entry->epoch = state.epoch;
      entry->seq = state.seq + 1;
      entry->nonce = entry->seq;
      entry->version = state.version + 1;
      entry->changes.emplace_back(RestockChange{id, "red", 5, true, {}, 15});
      return entry;
    };
    EXPECT_EQ(one(std::move(step)).outcome, Outcome::kDecided);
  }
  Shown shown;
  DecideStep step = look(shown);
  step.restock = "r2";
  one(std::move(step));
  ASSERT_EQ(shown.state.restocks.size(), 1U);
  EXPECT_EQ(shown.state.restocks[0].id, "r2");
  EXPECT_EQ(shown.state.pools.at(1).stocked, 20);
  EXPECT_EQ(shown.state.total->stocked, 35);
  EXPECT_EQ(shown.state.version, 3);
  one(look(shown));
  EXPECT_TRUE(shown.state.restocks.empty());
}

TEST_P(SharedLedgerContract, WhatIsReturnedIsRecorded) {
  const SaleUid uid = create();
  one(accept({"u1", "u2"}, kStart + 5, kHour));
  EXPECT_EQ(figures(*ledger_), (Figures{10, 2, 0}));
  const auto claim = ledger_->reader()->claim({SaleKey("s"), "c-u2", std::nullopt});
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->user, "u2");
  EXPECT_EQ(claim->state, ClaimState::kHeld);
  EXPECT_EQ(claim->created_at, kStart + 5);
  EXPECT_EQ(claim->expires_at, kStart + 5 + kHour);
  EXPECT_EQ(ledger_->reader()->sale(uid)->claims, 2U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, UnknownSaleIsNotDecided) {
  Shown shown;
  EXPECT_EQ(one(look(shown)).outcome, Outcome::kUnknownSale);
  EXPECT_EQ(shown.calls, 0);
}

TEST_P(SharedLedgerContract, StepsOfOneTransactionSeeEachOther) {
  create();
  Shown second;
  Shown third;
  Work work;
  work.steps.emplace_back(accept({"u1", "u2"}));
  DecideStep next = accept({"u3"}, kStart, 0, "c-", &second);
  next.ids = {"c-u1"};
  next.users = {"u2"};
  work.steps.emplace_back(std::move(next));
  work.steps.emplace_back(look(third));
  commit(*ledger_, work);
  EXPECT_EQ(second.ids, (Strings{"c-u1", "c-u2"}));
  EXPECT_EQ(second.state.pools.at(1).taken, 2);
  EXPECT_EQ(second.state.seq, 1U);
  EXPECT_EQ(third.state.claims, 3U);
  EXPECT_EQ(third.state.pools.at(1).confirmed, 3);
  EXPECT_EQ(figures(*ledger_), (Figures{10, 3, 3}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, StepsSeeConfirmsReleasesAndCreationsBeforeThem) {
  create();
  one(accept({"u1", "u2"}, kStart, kHour));
  Shown shown;
  Work work;
  work.steps.emplace_back(ReleaseStep{{SaleKey("s"), "c-u1", {}}, "", "why", false, {}, kStart, {}, {}, {}, {}});
  work.steps.emplace_back(ConfirmStep{{SaleKey("s"), "c-u2", {}}, kStart, {}, {}});
  DecideStep step = look(shown);
  step.users = {"u1", "u2"};
  work.steps.emplace_back(std::move(step));
  work.steps.emplace_back(CreateStep{"t", ten_red(), kStart, {}, {}});
  DecideStep of_new = accept({"u9"});
  of_new.sale = "t";
  work.steps.emplace_back(std::move(of_new));
  commit(*ledger_, work);
  EXPECT_EQ(shown.states, (std::vector<ClaimState>{ClaimState::kReleased, ClaimState::kConfirmed}));
  EXPECT_EQ(shown.state.pools.at(1).taken, 1);
  EXPECT_EQ(shown.state.pools.at(1).confirmed, 1);
  EXPECT_EQ(figures(*ledger_, "t"), (Figures{10, 1, 1}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, RunOutHoldsAreReleasedFirst) {
  create();
  one(accept({"u1", "u2"}, kStart, 1000));
  one(accept({"u3"}, kStart, 2000));
  Shown shown;
  DecideStep early = look(shown, kStart + 999);
  early.users = {"u1", "u2", "u3"};
  one(std::move(early));
  EXPECT_EQ(shown.state.pools.at(1).taken, 3);
  DecideStep step = accept({"u4"}, kStart + 1000, 0, "c-", &shown);
  step.users = {"u1", "u2", "u3"};
  one(std::move(step));
  EXPECT_EQ(shown.state.pools.at(1).taken, 1);
  EXPECT_EQ(shown.states, (std::vector<ClaimState>{ClaimState::kReleased, ClaimState::kReleased, ClaimState::kHeld}));
  EXPECT_EQ(ledger_->reader()->claim({SaleKey("s"), "c-u1", {}})->reason, "expired");
  EXPECT_EQ(figures(*ledger_), (Figures{10, 2, 1}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, WithoutADecisionRunOutHoldsAreReleasedAllTheSame) {
  create();
  one(accept({"u1"}, kStart, 1000));
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 999, 10), Strings{});
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 1000, 10), Strings{"s"});
  DecideStep step;
  step.sale = "s";
  step.now = kStart + 1000;
  EXPECT_EQ(one(std::move(step)).outcome, Outcome::kDecided);
  EXPECT_EQ(figures(*ledger_), (Figures{10, 0, 0}));
  EXPECT_EQ(ledger_->reader()->overdue_sales(kStart + 5000, 10), Strings{});
}

TEST_P(SharedLedgerContract, MoreOverdueThanOneStepReleases) {
  SaleDefinition wide = ten_red();
  wide.pools[1].second = 10'000;
  wide.total.reset();
  one(CreateStep{"s", wide, kStart, {}, {}});
  std::vector<std::string> users;
  for (std::size_t i = 0; i < limits::kExpiriesPerStepMax + 3; ++i) users.push_back("u" + std::to_string(i));
  one(accept(users, kStart, 1000));
  Shown shown;
  EXPECT_EQ(one(look(shown, kStart + 1000)).outcome, Outcome::kMoreOverdue);
  EXPECT_EQ(shown.calls, 0);
  EXPECT_EQ(figures(*ledger_), (Figures{10'000, 3, 0})) << "what was released stays";
  EXPECT_EQ(one(look(shown, kStart + 1000)).outcome, Outcome::kDecided);
  EXPECT_EQ(figures(*ledger_), (Figures{10'000, 0, 0}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, TimeNeverRunsBackInASale) {
  create();
  create("t");
  EXPECT_EQ(one(accept({"u1"}, kStart + 500)).now, kStart + 500);
  const std::unique_ptr<Ledger> other = join();
  Shown shown;
  EXPECT_EQ(one(*other, look(shown, kStart)).now, kStart + 500);
  EXPECT_EQ(shown.now, kStart + 500);
  EXPECT_EQ(one(*other, look(shown, kStart + 501)).now, kStart + 501);
  EXPECT_EQ(one(*ledger_, look(shown, kStart)).now, kStart + 500) << "what recorded nothing has moved nothing";
  DecideStep in_another = look(shown, kStart);
  in_another.sale = "t";
  EXPECT_EQ(one(std::move(in_another)).now, kStart);
}

TEST_P(SharedLedgerContract, TwoProcessesDecideWithoutOverselling) {
  create();
  constexpr int kRounds = 20;
  const auto run = [](Ledger& ledger, const std::string& name) {
    for (int i = 0; i < kRounds; ++i) {
      Work work;
      const std::string user = name + std::to_string(i);
      work.steps.emplace_back(accept({user, user + "x"}));
      work.steps.emplace_back(accept({user + "y"}));
      commit(ledger, work);
    }
  };
  const std::unique_ptr<Ledger> other = join();
  std::thread beside([&] { run(*other, "b"); });
  run(*ledger_, "a");
  beside.join();
  EXPECT_EQ(figures(*ledger_), (Figures{10, 10, 10}));
  EXPECT_EQ(ledger_->reader()->sale("s")->claims, 10U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, EveryProcessSeesWhatTheOthersRecorded) {
  create();
  const std::unique_ptr<Ledger> other = join();
  one(*other, accept({"u1"}));
  Shown shown;
  DecideStep step = look(shown);
  step.users = {"u1"};
  one(std::move(step));
  EXPECT_EQ(shown.ids, Strings{"c-u1"});
}

TEST_P(SharedLedgerContract, ARefusedCallRecordsNothing) {
  create();
  one(accept({"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}));
  EXPECT_EQ(one(accept({"late"})).outcome, Outcome::kDecided);
  EXPECT_EQ(ledger_->reader()->sale("s")->seq, 1U);
  EXPECT_EQ(figures(*ledger_), (Figures{10, 10, 10}));
}

}  // namespace
}  // namespace allot
