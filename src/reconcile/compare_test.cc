#include "reconcile/compare.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

// 100 red and 50 blue under a total of 120; 30 red and 5 blue are taken in the ledger.
SaleState state() {
  SaleState state;
  state.sale = "s";
  state.pools = {{"red", 100, 30, 10}, {"blue", 50, 5, 5}};
  state.total = PoolState{"*", 120, 35, 15};
  return state;
}

HotFigures agreeing() { return {{{"red", 70}, {"blue", 45}}, 85, {}}; }

std::shared_ptr<const Entry> claim_of(std::string_view pool, std::int64_t units) {
  auto entry = std::make_shared<Entry>();
  auto items = entry->arena.array<ItemView>(1);
  items[0] = {pool, units};
  AcceptedClaim claim;
  claim.items = items;
  entry->claims.push_back(claim);
  return entry;
}

TEST(Compare, AgreementFindsNothing) { EXPECT_TRUE(compare(agreeing(), state()).empty()); }

TEST(Compare, CountsWhatIsOnItsWay) {
  HotFigures hot = agreeing();
  hot.outbox = {claim_of("red", 3)};
  EXPECT_EQ(compare(hot, state()).size(), 2U) << "red and the total are short of what is on its way";
  hot.left[0].second -= 3;
  *hot.total_left -= 3;
  EXPECT_TRUE(compare(hot, state()).empty());
}

TEST(Compare, CountsWithdrawalsButNotRestocks) {
  auto entry = std::make_shared<Entry>();
  entry->changes.emplace_back(RestockChange{"w", "blue", -5, true, std::nullopt, 40});
  entry->changes.emplace_back(RestockChange{"r", "red", 9, true, std::nullopt, 79});
  HotFigures hot = agreeing();
  hot.outbox = {entry};
  hot.left[1].second -= 5;
  *hot.total_left -= 5;
  EXPECT_TRUE(compare(hot, state()).empty());
}

TEST(Compare, NamesEachDifference) {
  HotFigures low = agreeing();
  low.left[0].second = 69;
  ASSERT_EQ(compare(low, state()).size(), 1U);
  EXPECT_EQ(compare(low, state())[0], "sale s, pool red: the engine has 69 left, the ledger says 70");
  HotFigures high = agreeing();
  *high.total_left += 1;
  ASSERT_EQ(compare(high, state()).size(), 1U);
  HotFigures missing = agreeing();
  missing.left.pop_back();
  EXPECT_EQ(compare(missing, state())[0], "sale s, pool blue: the engine does not know it");
}

}  // namespace
}  // namespace allot
