// The contract of decisions under the sale's row lock: what has run out, time, and several processes at once.
#include <thread>

#include "core/limits.h"
#include "ledger/contract_shared_fixture.h"

namespace allot {
namespace {

using Strings = std::vector<std::string>;

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

}  // namespace
}  // namespace allot
