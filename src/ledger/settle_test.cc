#include "ledger/settle.h"

#include <gtest/gtest.h>

#include <random>

namespace allot {
namespace {

constexpr Millis kNow = 1'000'000;
constexpr auto kHeld = ClaimState::kHeld;
constexpr auto kConfirmed = ClaimState::kConfirmed;
constexpr auto kReleased = ClaimState::kReleased;

ClaimBalance balance(ClaimState state, Millis expires_at) {
  return {state, expires_at, "", {{"red", 3, 0}, {"blue", 2, 0}}};
}

struct Case {
  const char* name;
  ClaimState before;
  Millis expires_at;
  Verdict verdict;
  ClaimState after;
  Millis expires_after;
  const char* reason;
};

void check(const Case& row, const Settlement& got) {
  SCOPED_TRACE(row.name);
  EXPECT_EQ(got.verdict, row.verdict);
  EXPECT_EQ(got.after.state, row.after);
  EXPECT_EQ(got.after.expires_at, row.expires_after);
  EXPECT_EQ(got.after.reason, row.reason);
  EXPECT_EQ(got.changed, got.after != balance(row.before, row.expires_at));
}

TEST(Settle, Confirm) {
  const Case cases[] = {
      {"held without end", kHeld, 0, Verdict::kOk, kConfirmed, 0, ""},
      {"held", kHeld, kNow + 1, Verdict::kOk, kConfirmed, 0, ""},
      {"at its end", kHeld, kNow, Verdict::kAlreadyReleased, kReleased, kNow, "expired"},
      {"confirmed", kConfirmed, 0, Verdict::kOk, kConfirmed, 0, ""},
      {"released", kReleased, 0, Verdict::kAlreadyReleased, kReleased, 0, ""},
  };
  for (const Case& row : cases) check(row, settle_confirm(balance(row.before, row.expires_at), kNow));
}

TEST(Settle, ReleaseAsAWhole) {
  const Case cases[] = {
      {"held", kHeld, kNow + 1, Verdict::kOk, kReleased, kNow + 1, "why"},
      {"at its end", kHeld, kNow, Verdict::kOk, kReleased, kNow, "expired"},
      {"confirmed", kConfirmed, 0, Verdict::kAlreadyConfirmed, kConfirmed, 0, ""},
      {"released", kReleased, 0, Verdict::kOk, kReleased, 0, ""},
  };
  for (const Case& row : cases)
    check(row, settle_release(balance(row.before, row.expires_at), {"why", false, {}}, kNow));
  EXPECT_EQ(settle_release(balance(kConfirmed, 0), {"why", true, {}}, kNow).after.state, kReleased);
}

TEST(Settle, Extend) {
  const Case cases[] = {
      {"longer", kHeld, kNow + 1, Verdict::kOk, kHeld, kNow + 5000, ""},
      {"shorter", kHeld, kNow + 5001, Verdict::kOk, kHeld, kNow + 5001, ""},
      {"without end", kHeld, 0, Verdict::kOk, kHeld, 0, ""},
      {"at its end", kHeld, kNow, Verdict::kAlreadyReleased, kReleased, kNow, "expired"},
      {"confirmed", kConfirmed, 0, Verdict::kAlreadyConfirmed, kConfirmed, 0, ""},
      {"released", kReleased, 0, Verdict::kAlreadyReleased, kReleased, 0, ""},
  };
  for (const Case& row : cases) check(row, settle_extend(balance(row.before, row.expires_at), 5, kNow));
}

TEST(Settle, Expire) {
  const Case cases[] = {
      {"not yet", kHeld, kNow + 1, Verdict::kOk, kHeld, kNow + 1, ""},
      {"at its end", kHeld, kNow, Verdict::kOk, kReleased, kNow, "expired"},
      {"without end", kHeld, 0, Verdict::kOk, kHeld, 0, ""},
      {"confirmed", kConfirmed, 0, Verdict::kOk, kConfirmed, 0, ""},
  };
  for (const Case& row : cases) check(row, settle_expire(balance(row.before, row.expires_at), kNow));
}

TEST(Settle, EarlierReleaseDecidesBeforeAnythingElse) {
  const std::vector<Item> items = {{"red", 1}};
  for (const ClaimState state : {kHeld, kConfirmed, kReleased}) {
    const ClaimBalance before = balance(state, 0);
    EXPECT_EQ(settle_release(before, {"", false, items, EarlierRelease::kOther}, kNow).verdict, Verdict::kIdConflict);
    const Settlement same = settle_release(before, {"", false, items, EarlierRelease::kSame}, kNow);
    EXPECT_EQ(same.verdict, Verdict::kOk);
    EXPECT_FALSE(same.changed);
  }
}

TEST(Settle, ItemsMustBeTheClaimsOwn) {
  const std::vector<std::pair<std::vector<Item>, std::string>> cases = {
      {{{"red", 4}}, "items[0].units"},
      {{{"red", 3}, {"red", 1}}, "items[1].units"},
      {{{"red", 1}, {"green", 1}}, "items[1].pool"},
      {{{"red", 0}}, "items[0].units"},
      {{{"blue", -1}}, "items[0].units"},
  };
  for (const auto& [items, field] : cases) {
    const ClaimBalance before = balance(kHeld, 0);
    const Settlement got = settle_release(before, {"", false, items}, kNow);
    EXPECT_EQ(got.verdict, Verdict::kInvalid);
    EXPECT_EQ(got.field, field);
    EXPECT_FALSE(got.changed);
    EXPECT_EQ(got.after, before);
  }
}

// Whatever is done to a claim, what it ever moved adds up to what it has.
TEST(Settle, MovesAddUp) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    ClaimBalance claim = balance(random() % 2 == 0 ? kHeld : kConfirmed, kNow + 500);
    std::int64_t taken = 5;
    std::int64_t confirmed = claim.state == kConfirmed ? 5 : 0;
    for (Millis now = kNow; now < kNow + 1000; now += 100) {
      const std::vector<Item> items = {{random() % 2 == 0 ? "red" : "blue", static_cast<std::int64_t>(random() % 3)}};
      Settlement got;
      switch (random() % 4) {
        case 0: got = settle_confirm(claim, now); break;
        case 1: got = settle_release(claim, {"", random() % 2 == 0, items}, now); break;
        case 2: got = settle_extend(claim, 1, now); break;
        case 3: got = settle_expire(claim, now); break;
      }
      for (const PoolMove& move : moves_between(claim, got.after)) {
        taken += move.taken;
        confirmed += move.confirmed;
      }
      claim = got.after;
      const std::int64_t has = claim.state == kReleased ? 0 : claim.lines[0].units + claim.lines[1].units;
      ASSERT_EQ(taken, has);
      ASSERT_EQ(confirmed, claim.state == kConfirmed ? has : 0);
    }
  }
}

}  // namespace
}  // namespace allot
