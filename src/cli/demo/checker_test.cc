#include "cli/demo/checker.h"

#include <gtest/gtest.h>

#include <functional>

namespace allot {
namespace {

// Four units; buyer 9 cancelled and buyer 4 got that unit.
DemoFacts good() {
  DemoFacts facts;
  facts.stock = 4;
  facts.peak_live = 4;
  facts.answered = {{"h1", 1, 0, ClaimState::kConfirmed},
                    {"h2", 2, 1, ClaimState::kHeld},
                    {"r1", 9, 0, ClaimState::kReleased},
                    {"r2", 3, 1, ClaimState::kConfirmed},
                    {"m1", 4, 0, ClaimState::kHeld}};
  for (const OwnedClaim& claim : facts.answered) {
    facts.ledger.push_back({claim.id, 1, buyer_name(claim.buyer), std::string(claim_state_name(claim.state)), 1});
  }
  facts.counts.retries = 5;
  facts.counts.nonsense = 3;
  facts.sale.pools = {{"blue", 3, 1, 1, 1}, {"red", 3, 1, 1, 1}};
  facts.sale.total = PoolFigures{"*", 4, 0, 2, 2};
  facts.audit = {true, "ok", 3, 5, {}};
  facts.server_ended_well = true;
  return facts;
}

std::size_t red_lines(const DemoFacts& facts) {
  std::size_t red = 0;
  for (const CheckLine& line : check_demo(facts)) red += line.ok ? 0 : 1;
  return red;
}

TEST(DemoChecker, HoldsForAGoodSale) { EXPECT_TRUE(all_hold(check_demo(good()))) << check_text(check_demo(good())); }

TEST(DemoChecker, KnowsNothingGoodOfNothing) { EXPECT_FALSE(all_hold(check_demo(DemoFacts{}))); }

struct Fault {
  const char* name;
  std::function<void(DemoFacts&)> spoil;
};

class DemoCheckerFault : public testing::TestWithParam<Fault> {};

TEST_P(DemoCheckerFault, TurnsRed) {
  DemoFacts facts = good();
  GetParam().spoil(facts);
  EXPECT_GE(red_lines(facts), 1U) << check_text(check_demo(facts));
  EXPECT_FALSE(all_hold(check_demo(facts)));
}

const Fault kFaults[] = {
    {"OversoldForAMoment", [](DemoFacts& f) { f.peak_live = 5; }},
    {"OversoldByTheLedger", [](DemoFacts& f) { f.sale.pools[0].confirmed = 2; }},
    {"OversoldByTheAnswers", [](DemoFacts& f) { f.answered[2].state = ClaimState::kHeld; }},
    {"NotSoldOut",
     [](DemoFacts& f) {
       f.answered.pop_back();
       f.ledger.pop_back();
     }},
    {"UnderSoldByTheLedger", [](DemoFacts& f) { f.sale.pools[1].held = 0; }},
    {"DuplicateByTheAnswers", [](DemoFacts& f) { f.answered[4].buyer = 1; }},
    {"DuplicateByTheLedger", [](DemoFacts& f) { f.ledger[4].user = buyer_name(1); }},
    {"SameIdAcceptedTwice", [](DemoFacts& f) { f.answered[2].id = "h1"; }},
    {"RetryAcceptedAnew", [](DemoFacts& f) { f.counts.retries_wrong = 1; }},
    {"ClaimMissing", [](DemoFacts& f) { f.ledger[1].rows = 0; }},
    {"ClaimThere2Times", [](DemoFacts& f) { f.ledger[1].rows = 2; }},
    {"ClaimOfAnother", [](DemoFacts& f) { f.ledger[1].user = buyer_name(7); }},
    {"ClaimNotConfirmed", [](DemoFacts& f) { f.ledger[0].state = "held"; }},
    {"ClaimNotReleased", [](DemoFacts& f) { f.ledger[2].state = "held"; }},
    {"ClaimWithOtherUnits", [](DemoFacts& f) { f.ledger[0].units = 2; }},
    {"ClaimsNotLookedUp", [](DemoFacts& f) { f.ledger.clear(); }},
    {"UnitVanished", [](DemoFacts& f) { f.sale.pools[0].left = 0; }},
    {"TotalDoesNotAddUp", [](DemoFacts& f) { f.sale.total->held = 1; }},
    {"NegativeLeft",
     [](DemoFacts& f) {
       f.sale.total->left = -1;
       f.sale.total->held = 3;
     }},
    {"AuditDrift",
     [](DemoFacts& f) {
       f.audit = {false, "drift", 3, 5, {"pool red: engine 1, ledger 0"}};
     }},
    {"NonsenseAccepted", [](DemoFacts& f) { f.counts.nonsense_accepted = 1; }},
    {"UnexpectedAnswer", [](DemoFacts& f) { f.counts.unexpected = 1; }},
    {"Unanswered", [](DemoFacts& f) { f.unanswered = 1; }},
    {"ServerCrashed", [](DemoFacts& f) { f.server_ended_well = false; }},
};

INSTANTIATE_TEST_SUITE_P(Faults, DemoCheckerFault, testing::ValuesIn(kFaults),
                         [](const auto& info) { return std::string(info.param.name); });

}  // namespace
}  // namespace allot
