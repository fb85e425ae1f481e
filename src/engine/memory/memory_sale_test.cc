// What a sale in memory answers, one rule at a time.
#include "engine/memory/memory_sale.h"

#include <gtest/gtest.h>

#include "core/limits.h"
#include "engine/memory/sale_fixture.h"

namespace allot {
namespace {

const std::vector<ItemView> kOneRed{{"red", 1}};

SaleDefinition red(std::int64_t units) {
  SaleDefinition definition;
  definition.pools = {{"red", units}};
  return definition;
}

ClaimRequest one_red(std::string_view user, std::string_view id = "") {
  ClaimRequest request;
  request.id = id;
  request.user = user;
  request.items = kOneRed;
  request.fresh_id = 1'234'567'890'123'456'789;
  return request;
}

TEST(MemorySale, MakesAnIdOnlyForWhatItAccepts) {
  const auto sale = load_sale(fresh_state(red(1)));
  ClaimBatch batch;
  batch.requests = {one_red("u1"), one_red("u2")};
  batch.requests[1].fresh_id = 5;
  sale->decide(batch, nullptr);
  EXPECT_EQ(batch.decisions[0].claim, "1234567890123456789");
  EXPECT_EQ(batch.entry->claims[0].id, "1234567890123456789");
  EXPECT_EQ(batch.decisions[1].verdict, Verdict::kSoldOut);
  EXPECT_EQ(batch.decisions[1].claim, "");
  ClaimBatch again;
  EXPECT_EQ(decide_one(*sale, again, one_red("u1", "1234567890123456789"), 0).verdict, Verdict::kReplayed);
}

TEST(MemorySale, AMadeIdThatExistsIsUnavailableAndTakesNothing) {
  const auto sale = load_sale(fresh_state(red(5)));
  ClaimBatch batch;
  batch.requests = {one_red("u1"), one_red("u2")};
  sale->decide(batch, nullptr);
  EXPECT_EQ(batch.decisions[1].verdict, Verdict::kUnavailable);
  EXPECT_EQ(sale->stock().pools[0].second, 4);
  EXPECT_TRUE(sale->user("u2").claims.empty());
}

TEST(MemorySale, OneEntryPerBatchAndWhatItBringsRestsOnIt) {
  const auto sale = load_sale(fresh_state(red(5)));
  ClaimBatch batch;
  batch.requests = {one_red("u1", "a"), one_red("u1", "b"), one_red("u1", "a"), one_red("u2", "c")};
  sale->decide(batch, nullptr);
  EXPECT_EQ(batch.entry->claims.size(), 2U);
  EXPECT_EQ(batch.decisions[1].verdict, Verdict::kAlreadyClaimed);
  EXPECT_EQ(batch.decisions[1].claim, "a");
  EXPECT_EQ(batch.decisions[2].verdict, Verdict::kReplayed);
  for (const Decision& decision : batch.decisions) EXPECT_EQ(decision.rests_on, 1U);
  sale->settled(1);
  ClaimBatch later;
  EXPECT_EQ(decide_one(*sale, later, one_red("u1", "a"), 0).rests_on, 0U);
}

TEST(MemorySale, OnlyTheTotalIsShort) {
  SaleDefinition definition = red(5);
  definition.total = 0;
  const auto sale = load_sale(fresh_state(definition));
  ClaimBatch batch;
  const Decision& decision = decide_one(*sale, batch, one_red("u"), 0);
  EXPECT_EQ(decision.verdict, Verdict::kSoldOut);
  EXPECT_EQ(decision.detail, "the sale's total is sold out");
  EXPECT_EQ(decision.left[0].left, 5);
}

TEST(MemorySale, AReleasedUnitIsSoldAgain) {
  const auto sale = load_sale(fresh_state(red(1)));
  ClaimBatch batch;
  decide_one(*sale, batch, one_red("u1", "a"), 0);
  sale->settled(1);
  sale->apply({7, 1, {ClaimCredit{0, "a", ClaimState::kReleased, 0, {{"red", 1}}}}});
  ClaimBatch next;
  EXPECT_EQ(decide_one(*sale, next, one_red("u1", "b"), 0).verdict, Verdict::kAccepted);
  EXPECT_EQ(decide_one(*sale, next, one_red("u1", "a"), 0).verdict, Verdict::kReleased);
}

TEST(MemorySale, ACreditThatIsMissingIsNeverSkipped) {
  const auto sale = load_sale(fresh_state(red(1)));
  EXPECT_DEATH(sale->apply({7, 2, {}}), "a credit is missing");
}

TEST(MemorySale, RestockGivesOnlyByItsCredit) {
  const auto sale = load_sale(fresh_state(red(0)));
  EXPECT_EQ(restock(*sale, "r1", "red", 3).left, 3);
  EXPECT_EQ(restock(*sale, "r2", "red", 4).left, 7) << "both are on their way";
  EXPECT_EQ(sale->stock().pools[0].second, 0);
  sale->settled(2);
  sale->apply({7, 1, {PoolCredit{"red", 3}, PoolCredit{"red", 4}}});
  EXPECT_EQ(sale->stock().pools[0].second, 7);
  const HotOrder again = restock(*sale, "r1", "red", 3);
  EXPECT_TRUE(again.replayed);
  EXPECT_EQ(again.left, 3) << "as first answered";
  EXPECT_EQ(again.version, 3);
}

TEST(MemorySale, AWithdrawalTakesAtOnceAndNoMoreThanIsLeft) {
  SaleDefinition definition = red(5);
  definition.total = 4;
  const auto sale = load_sale(fresh_state(definition));
  EXPECT_EQ(restock(*sale, "r1", "red", -5).verdict, Verdict::kInsufficient) << "by the total";
  EXPECT_EQ(restock(*sale, "r2", "red", -5, false).verdict, Verdict::kOk);
  EXPECT_EQ(sale->stock().pools[0].second, 0);
  EXPECT_EQ(*sale->stock().total, 4);
  EXPECT_EQ(restock(*sale, "r3", "*", -1).left, 3);
}

TEST(MemorySale, StockNeverPassesItsBound) {
  const auto sale = load_sale(fresh_state(red(1)));
  EXPECT_EQ(restock(*sale, "r1", "red", limits::kStockMax).field, "units");
  EXPECT_EQ(restock(*sale, "r1", "red", limits::kStockMax - 1).verdict, Verdict::kOk);
  EXPECT_EQ(restock(*sale, "r2", "red", 1).field, "units") << "what is on its way counts";
}

TEST(MemorySale, AResumeDoesNotUndoAPauseThatWasOrderedAfterIt) {
  SaleState state = fresh_state(red(1));
  state.switched = SaleSwitch::kPaused;
  const auto sale = load_sale(state);
  const HotOrder close = give_order(*sale, HotOrder::Close{});
  sale->apply({7, 1, {SwitchCredit{SaleSwitch::kOpen}}});
  ClaimBatch batch;
  EXPECT_EQ(decide_one(*sale, batch, one_red("u"), 0).verdict, Verdict::kClosed);
  sale->revert(*close.entry);
  EXPECT_EQ(decide_one(*sale, batch, one_red("u"), 0).verdict, Verdict::kAccepted) << "the resume has happened";
}

TEST(MemorySale, TakingBackLeavesNothingBehind) {
  const auto sale = load_sale(fresh_state(red(1)));
  ClaimBatch batch;
  decide_one(*sale, batch, one_red("u", "a"), 0);
  EXPECT_TRUE(sale->revert(*batch.entry));
  EXPECT_FALSE(sale->find("a"));
  ClaimBatch other;
  EXPECT_EQ(decide_one(*sale, other, one_red("v", "a"), 0).verdict, Verdict::kAccepted);
  EXPECT_EQ(other.entry->seq, batch.entry->seq);
  EXPECT_NE(other.entry->nonce, batch.entry->nonce) << "another past must be told apart";
}

TEST(MemorySale, OnlyTheNewestEntryCanBeTakenBack) {
  const auto sale = load_sale(fresh_state(red(2)));
  ClaimBatch first;
  decide_one(*sale, first, one_red("u"), 0);
  give_order(*sale, HotOrder::Pause{});
  EXPECT_DEATH(sale->revert(*first.entry), "");
}

TEST(MemorySale, ADueClaimIsNamedUntilItsCreditComes) {
  SaleDefinition definition = red(9);
  definition.hold_seconds = 1;
  const auto sale = load_sale(fresh_state(definition));
  ClaimBatch batch;
  decide_one(*sale, batch, one_red("u", "a"), 0);
  decide_one(*sale, batch, one_red("v", "b"), 500);
  Millis next = 0;
  EXPECT_TRUE(sale->due(999, 10, next).empty());
  EXPECT_EQ(next, 1000);
  for (int i = 0; i < 2; ++i) {
    EXPECT_EQ(sale->due(1000, 10, next), std::vector<ClaimNo>{0});
    EXPECT_EQ(next, 1500);
  }
  sale->apply({7, 1, {ClaimCredit{0, "a", ClaimState::kHeld, 9000, {}}}});
  EXPECT_EQ(sale->due(1500, 10, next), std::vector<ClaimNo>{1});
  EXPECT_EQ(next, 9000);
}

TEST(MemorySale, TheSameSeedsGiveTheSameNonces) {
  ClaimBatch batches[2];
  for (ClaimBatch& batch : batches) decide_one(*load_sale(fresh_state(red(1))), batch, one_red("u"), 0);
  EXPECT_EQ(batches[0].entry->nonce, batches[1].entry->nonce);
}

/// Chunks, segments and splits of the index, all at once; then everything taken back.
TEST(MemorySale, HoldsManyClaimsAndForgetsThemAgain) {
  constexpr int kBatches = 300;
  constexpr int kEach = 100;
  const auto sale = load_sale(fresh_state(red(kBatches * kEach)));
  std::vector<std::shared_ptr<Entry>> entries;
  for (int i = 0; i < kBatches; ++i) {
    std::vector<std::string> users;
    for (int k = 0; k < kEach; ++k) users.push_back("user-" + std::to_string(i * kEach + k));
    ClaimBatch batch;
    for (const std::string& user : users) batch.requests.push_back(one_red(user, user));
    sale->decide(batch, nullptr);
    for (const Decision& decision : batch.decisions) ASSERT_EQ(decision.verdict, Verdict::kAccepted);
    entries.push_back(batch.entry);
  }
  EXPECT_EQ(sale->stock().pools[0].second, 0);
  for (int i = 0; i < kBatches * kEach; i += 7) {
    const std::string name = "user-" + std::to_string(i);
    ASSERT_EQ(sale->find(name)->no, static_cast<ClaimNo>(i));
    ASSERT_EQ(sale->user(name).claims, std::vector<ClaimNo>{static_cast<ClaimNo>(i)});
  }
  for (; !entries.empty(); entries.pop_back()) ASSERT_TRUE(sale->revert(*entries.back()));
  EXPECT_EQ(sale->stock().pools[0].second, kBatches * kEach);
  for (int i = 0; i < kBatches * kEach; i += 7) ASSERT_FALSE(sale->find("user-" + std::to_string(i)));
}

}  // namespace
}  // namespace allot
