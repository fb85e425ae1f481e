// Confirm, release, extend, expire: what the ledger decides itself.
#include "ledger/contract_fixture.h"

namespace allot {
namespace {

using Strings = std::vector<std::string>;

TEST_P(LedgerContract, ConfirmMovesHeldToConfirmedOnce) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}, {"blue", 1}}, kStart + kHour}}));
  const ConfirmStep step = confirm(sale.uid(), 0, "a");
  EXPECT_EQ(step.verdict, Verdict::kOk);
  EXPECT_EQ(step.claim.state, ClaimState::kConfirmed);
  EXPECT_EQ(step.claim.expires_at, 0);
  EXPECT_EQ(only_claim_credit().state, ClaimState::kConfirmed);
  EXPECT_TRUE(only_claim_credit().given_back.empty());
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 2, 2}));
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{25, 3, 3}));
  EXPECT_EQ(confirm(sale.uid(), 0, "a").verdict, Verdict::kOk);
  EXPECT_TRUE(credits_.empty());
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, HoldEndsAtItsEndExactly) {
  for (const Millis late : {-1, 0, 1}) {
    SaleScript sale = create("s" + std::to_string(late + 1));
    record(sale.claims({{"a", "u1", {{"red", 2}}, kStart + kHour}}));
    const ConfirmStep step = confirm(sale.uid(), 0, "a", kStart + kHour + late);
    EXPECT_EQ(step.verdict, late < 0 ? Verdict::kOk : Verdict::kAlreadyReleased);
    EXPECT_EQ(step.claim.reason, late < 0 ? "" : "expired");
    EXPECT_EQ(figures(sale.uid(), "red"), late < 0 ? (Figures{10, 2, 2}) : (Figures{10, 0, 0}));
    EXPECT_EQ(only_claim_credit().given_back.size(), late < 0 ? 0U : 1U);
  }
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, ReleaseGivesBackOnce) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}, {"blue", 3}}, kStart + kHour}}));
  const ReleaseStep step = release(sale.uid(), 0, "a");
  EXPECT_EQ(step.verdict, Verdict::kOk);
  EXPECT_EQ(step.claim.state, ClaimState::kReleased);
  EXPECT_EQ(step.claim.reason, "changed mind");
  EXPECT_EQ(only_claim_credit().given_back, (std::vector<Item>{{"red", 2}, {"blue", 3}}));
  EXPECT_EQ(only_claim_credit().state, ClaimState::kReleased);
  EXPECT_EQ(release(sale.uid(), 0, "a").verdict, Verdict::kOk);
  EXPECT_TRUE(credits_.empty());
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{25, 0, 0}));
  EXPECT_EQ(confirm(sale.uid(), 0, "a").verdict, Verdict::kAlreadyReleased);
  EXPECT_EQ(extend(sale.uid(), 0, "a", 60).verdict, Verdict::kAlreadyReleased);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, ConfirmedIsReleasedOnlyOnPurpose) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}}}}));
  EXPECT_EQ(release(sale.uid(), 0, "a", false).verdict, Verdict::kAlreadyConfirmed);
  EXPECT_TRUE(credits_.empty());
  EXPECT_EQ(release(sale.uid(), 0, "a", true).verdict, Verdict::kOk);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 0, 0}));
  EXPECT_EQ(extend(sale.uid(), 0, "a", 60).verdict, Verdict::kAlreadyReleased);
}

TEST_P(LedgerContract, ReleaseOfARunOutHoldIsExpired) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}}, kStart + kHour}}));
  const ReleaseStep step = release(sale.uid(), 0, "a", false, kStart + kHour);
  EXPECT_EQ(step.verdict, Verdict::kOk);
  EXPECT_EQ(step.claim.reason, "expired");
}

TEST_P(LedgerContract, ExtendNeverShortens) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 1}}, kStart + kHour}, {"b", "u2"}}));
  EXPECT_EQ(extend(sale.uid(), 0, "a", 60).claim.expires_at, kStart + kHour);
  EXPECT_TRUE(credits_.empty());
  const ExtendStep longer = extend(sale.uid(), 0, "a", 7200);
  EXPECT_EQ(longer.verdict, Verdict::kOk);
  EXPECT_EQ(longer.claim.expires_at, kStart + 2 * kHour);
  EXPECT_EQ(only_claim_credit().expires_at, kStart + 2 * kHour);
  EXPECT_EQ(extend(sale.uid(), 1, "b", 60).verdict, Verdict::kAlreadyConfirmed);
  EXPECT_EQ(extend(sale.uid(), 0, "a", 60, kStart + 2 * kHour).verdict, Verdict::kAlreadyReleased);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 1, 1}));
}

TEST_P(LedgerContract, UnknownClaimsAreUnknown) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1"}}));
  EXPECT_EQ(confirm(sale.uid(), 0, "b").verdict, Verdict::kUnknownClaim) << "another id stands there";
  EXPECT_EQ(release(sale.uid(), 7, "a").verdict, Verdict::kUnknownClaim);
  EXPECT_EQ(extend(99, 0, "a", 60).verdict, Verdict::kUnknownClaim);
  EXPECT_TRUE(credits_.empty());
  const ConfirmStep by_id = one(ConfirmStep{{sale.uid(), "a", std::nullopt}, kStart, {}, {}});
  EXPECT_EQ(by_id.verdict, Verdict::kOk);
}

TEST_P(LedgerContract, ReleaseOfItemsLeavesTheRest) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 3}, {"blue", 4}}}}));
  const ReleaseStep part = give_back(sale.uid(), 0, "a", "r1", {{"blue", 1}, {"red", 1}, {"blue", 2}});
  EXPECT_EQ(part.verdict, Verdict::kOk) << part.detail;
  EXPECT_EQ(part.claim.state, ClaimState::kConfirmed);
  EXPECT_EQ(part.claim.items, (std::vector<Item>{{"red", 2}, {"blue", 1}}));
  EXPECT_EQ(only_claim_credit().given_back, (std::vector<Item>{{"red", 1}, {"blue", 3}}));
  EXPECT_EQ(figures(sale.uid(), "blue"), (Figures{20, 1, 1}));
  // A repeat, its lines in another order: nothing moves.
  EXPECT_EQ(give_back(sale.uid(), 0, "a", "r1", {{"blue", 3}, {"red", 1}}).verdict, Verdict::kOk);
  EXPECT_TRUE(credits_.empty());
  EXPECT_EQ(give_back(sale.uid(), 0, "a", "r1", {{"blue", 1}}).verdict, Verdict::kIdConflict);
  const ReleaseStep rest = give_back(sale.uid(), 0, "a", "r2", {{"red", 2}, {"blue", 1}});
  EXPECT_EQ(rest.claim.state, ClaimState::kReleased);
  EXPECT_TRUE(rest.claim.items.empty());
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{25, 0, 0}));
  EXPECT_EQ(findings(), Strings{});
  StoredClaim stored;
  ASSERT_TRUE(ledger_->claims(sale.uid())->next(stored));
}

TEST_P(LedgerContract, ReleaseOfItemsNamesWhatIsWrong) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 3}}}}));
  const ReleaseStep pool = give_back(sale.uid(), 0, "a", "r1", {{"red", 1}, {"blue", 1}});
  EXPECT_EQ(pool.verdict, Verdict::kInvalid);
  EXPECT_EQ(pool.field, "items[1].pool");
  const ReleaseStep units = give_back(sale.uid(), 0, "a", "r1", {{"red", 2}, {"red", 2}});
  EXPECT_EQ(units.verdict, Verdict::kInvalid);
  EXPECT_EQ(units.field, "items[1].units");
  EXPECT_NE(units.detail, "");
  EXPECT_EQ(give_back(sale.uid(), 0, "a", "r1", {{"red", 1}}, false).verdict, Verdict::kAlreadyConfirmed);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 3, 3}));
  EXPECT_EQ(give_back(sale.uid(), 0, "a", "r1", {{"red", 1}}).verdict, Verdict::kOk) << "refusals keep no id";
}

TEST_P(LedgerContract, ExpiryTakesOnlyWhatIsOver) {
  SaleScript sale = create();
  record(sale.claims({{"over", "u1", {{"red", 1}, {"blue", 1}}, kStart + 10},
                      {"held", "u2", {{"red", 1}}, kStart + 11},
                      {"sold", "u3"}}));
  const ExpireStep step = one(ExpireStep{sale.uid(), {0, 1, 2, 77}, kStart + 10, 0});
  EXPECT_EQ(step.released, 1U);
  EXPECT_EQ(only_claim_credit().no, 0U);
  EXPECT_EQ(only_claim_credit().id, "over");
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 2, 1}));
  EXPECT_EQ(one(ExpireStep{sale.uid(), {0, 1, 2}, kStart + 10, 0}).released, 0U);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, OneCreditPerSaleAndTransaction) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 1}}, kStart + kHour}, {"b", "u2", {{"red", 1}}, kStart + kHour}}));
  Work work;
  work.steps.emplace_back(ConfirmStep{{sale.uid(), "a", 0}, kStart, {}, {}});
  work.steps.emplace_back(ReleaseStep{{sale.uid(), "b", 1}, "", "", false, {}, kStart, {}, {}, {}, {}});
  work.steps.emplace_back(ReleaseStep{{sale.uid(), "a", 0}, "", "", true, {}, kStart, {}, {}, {}, {}});
  ASSERT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  ASSERT_EQ(work.credits.size(), 1U);
  EXPECT_EQ(work.credits[0].number, 1U);
  EXPECT_EQ(work.credits[0].changes.size(), 3U);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 0, 0}));
}

TEST_P(LedgerContract, FindsClaimsByRefOverAllSales) {
  SaleScript one = create("one");
  SaleScript two = create("two");
  record(one.claims({{"a", "u1", {{"red", 1}}, 0, "order-1", "", {}}, {"b", "u1"}}));
  record(two.claims({{"x", "u9"}, {"c", "u2", {{"red", 1}}, 0, "order-1", "", {}}}));
  const std::vector<Claim> found = ledger_->reader()->claims_by_ref("order-1", 10);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].sale, "one");
  EXPECT_EQ(found[1].sale, "two");
  EXPECT_EQ(ledger_->reader()->claims_by_ref("order-1", 1).size(), 1U);
  EXPECT_TRUE(ledger_->reader()->claims_by_ref("order", 10).empty());
  const std::vector<Claim> several =
      ledger_->reader()->claims({{two.uid(), "c", 1}, {one.uid(), "zz", 0}, {one.uid(), "b", std::nullopt}});
  ASSERT_EQ(several.size(), 2U);
  EXPECT_EQ(several[0].id, "c");
  EXPECT_EQ(several[1].id, "b");
}

}  // namespace
}  // namespace allot
