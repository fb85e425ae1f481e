// The contract of everything else that processes which share a ledger ask of it.
#include "ledger/contract_shared_fixture.h"

namespace allot {
namespace {

using Strings = std::vector<std::string>;

ClaimKey of(const std::string& id) { return {SaleKey("s"), id, std::nullopt}; }

TEST_P(SharedLedgerContract, ConfirmReleaseAndExtendByName) {
  create();
  one(accept({"u1", "u2", "u3"}, kStart, kHour));
  const ConfirmStep confirm = one(ConfirmStep{of("c-u1"), kStart, {}, {}});
  EXPECT_EQ(confirm.verdict, Verdict::kOk);
  EXPECT_EQ(confirm.claim.state, ClaimState::kConfirmed);
  const ExtendStep extend = one(ExtendStep{of("c-u2"), 7200, kStart, {}, {}});
  EXPECT_EQ(extend.verdict, Verdict::kOk);
  EXPECT_EQ(extend.claim.expires_at, kStart + 2 * kHour);
  const ReleaseStep release = one(ReleaseStep{of("c-u3"), "", "why", false, {}, kStart, {}, {}, {}, {}});
  EXPECT_EQ(release.verdict, Verdict::kOk);
  EXPECT_EQ(release.claim.reason, "why");
  EXPECT_EQ(figures(*ledger_), (Figures{10, 2, 1}));
  EXPECT_EQ(one(ConfirmStep{of("none"), kStart, {}, {}}).verdict, Verdict::kUnknownClaim);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(SharedLedgerContract, UnknownNamesAreUnknownSales) {
  const ClaimKey key{SaleKey("none"), "c", std::nullopt};
  EXPECT_EQ(one(ConfirmStep{key, kStart, {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(ExtendStep{key, 60, kStart, {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(ReleaseStep{key, "", "", false, {}, kStart, {}, {}, {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(ResumeStep{SaleKey("none"), {}}).verdict, Verdict::kUnknownSale);
  EXPECT_EQ(one(DeleteStep{SaleKey("none"), {}, {}}).verdict, Verdict::kUnknownSale);
  EXPECT_FALSE(ledger_->reader()->sale("none"));
  EXPECT_FALSE(ledger_->reader()->claim(key));
}

TEST_P(SharedLedgerContract, ReleaseOfItemsByNameIsOnceOnly) {
  create();
  one(accept({"u1"}));
  const ReleaseStep ask{of("c-u1"), "r1", "", true, {{"red", 1}}, kStart, {}, {}, {}, {}};
  EXPECT_EQ(one(ask).claim.state, ClaimState::kReleased);
  EXPECT_EQ(one(ask).verdict, Verdict::kOk);
  EXPECT_EQ(figures(*ledger_), (Figures{10, 0, 0}));
}

DecideStep turn(SaleSwitch value) {
  DecideStep step;
  step.sale = "s";
  step.now = kStart;
  step.decide = [value](const SaleState& state, ClaimSource&, Millis) {
    auto entry = std::make_shared<Entry>();
    entry->uid = state.uid;
    entry->epoch = state.epoch;
    entry->seq = state.seq + 1;
    entry->nonce = entry->seq;
    entry->version = state.version;
    entry->changes.emplace_back(SwitchChange{value});
    return entry;
  };
  return step;
}

TEST_P(SharedLedgerContract, PausedByOneProcessResumedByAnother) {
  create();
  one(turn(SaleSwitch::kPaused));
  const std::unique_ptr<Ledger> other = join();
  EXPECT_EQ(other->reader()->sale("s")->switched, SaleSwitch::kPaused);
  EXPECT_EQ(one(*other, ResumeStep{SaleKey("s"), {}}).verdict, Verdict::kOk);
  EXPECT_EQ(ledger_->reader()->sale("s")->switched, SaleSwitch::kOpen);
}

TEST_P(SharedLedgerContract, ANameGivenAnewByAnotherProcessIsAnotherSale) {
  const SaleUid first = create();
  one(accept({"u1"}));
  EXPECT_EQ(one(DeleteStep{SaleKey("s"), {}, {}}).verdict, Verdict::kNotSettled);
  one(turn(SaleSwitch::kClosed));
  const std::unique_ptr<Ledger> other = join();
  EXPECT_EQ(one(*other, DeleteStep{SaleKey("s"), {}, {}}).verdict, Verdict::kOk);
  EXPECT_EQ(one(DeleteStep{SaleKey("s"), {}, {}}).verdict, Verdict::kUnknownSale);
  Shown shown;
  EXPECT_EQ(one(look(shown)).outcome, Outcome::kUnknownSale);
  const SaleUid second = one(*other, CreateStep{"s", ten_red(), kStart, {}, {}}).uid;
  EXPECT_NE(first, second);
  DecideStep step = look(shown);
  step.users = {"u1"};
  EXPECT_EQ(one(std::move(step)).outcome, Outcome::kDecided);
  EXPECT_EQ(shown.state.uid, second);
  EXPECT_TRUE(shown.ids.empty());
  EXPECT_EQ(one(ConfirmStep{of("c-u1"), kStart, {}, {}}).verdict, Verdict::kUnknownClaim);
  EXPECT_EQ(one(CreateStep{"s", ten_red(), kStart, {}, {}}).verdict, Verdict::kOk);
}

TEST_P(SharedLedgerContract, ListsSalesInTheOrderOfTheirBytes) {
  for (const std::string name : {"b", "a", "B", "a-1", "c"}) create(name);
  const auto names = [&](std::string_view after, std::size_t limit) {
    Strings found;
    for (const SaleBrief& sale : ledger_->reader()->sales(after, limit)) found.push_back(sale.sale);
    return found;
  };
  EXPECT_EQ(names("", 10), (Strings{"B", "a", "a-1", "b", "c"}));
  EXPECT_EQ(names("a", 2), (Strings{"a-1", "b"}));
  EXPECT_EQ(names("c", 2), Strings{});
}

TEST_P(SharedLedgerContract, ABriefSaysWhetherTheSaleIsOpen) {
  SaleDefinition definition = ten_red();
  definition.starts_at = kStart + 1;
  definition.ends_at = kStart + 2;
  one(CreateStep{"s", definition, kStart, {}, {}});
  one(turn(SaleSwitch::kPaused));
  const std::vector<SaleBrief> sales = ledger_->reader()->sales("", 10);
  ASSERT_EQ(sales.size(), 1U);
  EXPECT_EQ(sales[0].switched, SaleSwitch::kPaused);
  EXPECT_EQ(sales[0].starts_at, kStart + 1);
  EXPECT_EQ(sales[0].ends_at, kStart + 2);
}

TEST_P(SharedLedgerContract, PagesOfAUsersClaims) {
  const SaleUid uid = create();
  for (const std::string prefix : {"a-", "b-", "c-"}) one(accept({"u1", "u2"}, kStart, 0, prefix));
  one(ReleaseStep{of("b-u1"), "", "", true, {}, kStart, {}, {}, {}, {}});
  const auto reader = ledger_->reader();
  const auto ids = [](const UserClaims& page) {
    Strings found;
    for (const Claim& claim : page.claims) found.push_back(claim.id);
    return found;
  };
  const UserClaims first = reader->claims_of(uid, "u1", "", 2);
  EXPECT_EQ(ids(first), (Strings{"a-u1", "b-u1"}));
  EXPECT_TRUE(first.more);
  EXPECT_EQ(first.live_claims, 2);
  EXPECT_EQ(first.live_units, 2);
  const UserClaims second = reader->claims_of(uid, "u1", "b-u1", 2);
  EXPECT_EQ(ids(second), Strings{"c-u1"});
  EXPECT_FALSE(second.more);
  EXPECT_FALSE(reader->claims_of(uid, "u1", "none", 2).after_found);
  EXPECT_EQ(reader->claims_of(uid, "nobody", "", 2).live_claims, 0);
}

TEST_P(SharedLedgerContract, FindsClaimsByIdOverLiveSales) {
  create();
  create("t");
  for (const std::string sale : {"t", "s"}) {
    DecideStep step = accept({"u1"});
    step.sale = sale;
    one(std::move(step));
  }
  const std::vector<Claim> both = ledger_->reader()->claims_by_id("c-u1", 10);
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].sale, "s");
  EXPECT_EQ(both[1].sale, "t");
  EXPECT_EQ(ledger_->reader()->claims_by_id("c-u1", 1).size(), 1U);
  EXPECT_TRUE(ledger_->reader()->claims_by_id("none", 10).empty());
}

TEST_P(SharedLedgerContract, OverdueSalesAreThoseWithHoldsThatHaveRunOut) {
  for (const std::string name : {"a", "b", "c"}) create(name);
  Millis hold = 1000;
  for (const std::string name : {"c", "a"}) {
    DecideStep step = accept({"u1"}, kStart, hold);
    step.sale = name;
    one(std::move(step));
    hold += 1000;
  }
  const auto reader = ledger_->reader();
  EXPECT_EQ(reader->overdue_sales(kStart + 999, 10), Strings{});
  EXPECT_EQ(reader->overdue_sales(kStart + 1000, 10), Strings{"c"});
  EXPECT_EQ(reader->overdue_sales(kStart + 2000, 10).size(), 2U);
  EXPECT_EQ(reader->overdue_sales(kStart + 2000, 1).size(), 1U);
}

TEST_P(SharedLedgerContract, ClockIsNear) {
  const Millis before = ledger_->clock();
  EXPECT_GT(before, 1'500'000'000'000);
  EXPECT_GE(ledger_->clock(), before);
  EXPECT_EQ(ledger_->probe(), "");
}

TEST_P(SharedLedgerContract, MarksTellProcessesApartAndKnowTheNewestTime) {
  create();
  one(accept({"u1"}, kStart + 5));
  const std::unique_ptr<Ledger> other = join();
  EXPECT_GE(other->marks().time, kStart + 5);
}

TEST_P(SharedLedgerContract, AnotherEngineIsRefusedWhileSalesAreLive) {
  create();
  ledger_.reset();
  const auto refusal = [&](EngineKind engine) -> std::string {
    try {
      const std::unique_ptr<Ledger> ledger = house_->open(engine);
      if (engine == EngineKind::kMemory)
        ledger->take_over(kStart);
      else
        ledger->join();
    } catch (const LedgerError& error) {
      return error.what();
    }
    return "none";
  };
  EXPECT_NE(refusal(EngineKind::kMemory).find("belongs to the engine 'ledger'"), std::string::npos);
  EXPECT_EQ(refusal(EngineKind::kLedger), "none");
  ledger_ = join();
  one(turn(SaleSwitch::kClosed));
  one(DeleteStep{SaleKey("s"), {}, {}});
  ledger_.reset();
  EXPECT_EQ(refusal(EngineKind::kMemory), "none");
  EXPECT_EQ(refusal(EngineKind::kLedger), "none");
}

}  // namespace
}  // namespace allot
