#include "ledger/load_steps.h"

#include <gtest/gtest.h>

#include <string>

namespace allot {
namespace {

using Outcome = FenceStep::Outcome;

constexpr Millis kHeard = 1'800'000'000'000;
constexpr LoadState kLoading{SaleMode::kLoading, 4, {0, 77}, 77, 2, kHeard};

FenceStep fence(std::uint32_t epoch, std::uint64_t token, Millis now) {
  FenceStep step;
  step.epoch = epoch;
  step.token = token;
  step.shards = 8;
  step.now = now;
  return step;
}

TEST(LoadSteps, WhoMayLoad) {
  struct Case {
    std::string name;
    FenceStep step;
    Outcome outcome = Outcome::kNone;
    std::uint32_t epoch = 0;  // afterwards
  };
  const std::vector<Case> cases = {
      {"the loader is alive", fence(4, 77, kHeard + 9'999), Outcome::kMine, 4},
      {"the loader repeats its first step", fence(3, 77, kHeard + 1), Outcome::kMine, 4},
      {"the loader means an epoch long gone", fence(2, 77, kHeard + 5'000), Outcome::kMoved, 4},
      {"another one, too early", fence(4, 8, kHeard + 4'999), Outcome::kOthers, 4},
      {"another one, whose clock is behind", fence(4, 8, kHeard - 4'999), Outcome::kOthers, 4},
      {"another one, when the loader is silent", fence(4, 8, kHeard + 5'000), Outcome::kMine, 5},
      {"another one, when clocks were set back", fence(4, 8, kHeard - 5'000), Outcome::kMine, 5},
      {"another one that means an older epoch", fence(3, 8, kHeard + 5'000), Outcome::kMoved, 4},
  };
  for (const Case& each : cases) {
    LoadState state = kLoading;
    FenceStep step = each.step;
    begin_load(state, step);
    EXPECT_EQ(step.outcome, each.outcome) << each.name;
    EXPECT_EQ(state.epoch, each.epoch) << each.name;
    if (each.outcome == Outcome::kMine) {
      EXPECT_EQ(step.new_epoch, each.epoch) << each.name;
      EXPECT_EQ(state.loader_at, step.now) << each.name;
    } else {
      EXPECT_EQ(state, kLoading) << each.name;
    }
  }
}

TEST(LoadSteps, ANewEpochBeginsAtItsToken) {
  LoadState state{SaleMode::kHot, 4, {19, 1234}, 77, 2, kHeard};
  FenceStep step = fence(4, 8, kHeard + 1);
  begin_load(state, step);
  EXPECT_EQ(state, (LoadState{SaleMode::kLoading, 5, {0, 8}, 8, 8, kHeard + 1}));
}

TEST(LoadSteps, ASaleThatNobodyHasLoadedIsFree) {
  LoadState state{SaleMode::kLoading, 1, {}, 0, 1, 0};
  FenceStep step = fence(1, 8, 1);
  begin_load(state, step);
  EXPECT_EQ(step.outcome, Outcome::kMine);
  EXPECT_EQ(state.epoch, 2U);
}

TEST(LoadSteps, OnlyTheLoaderEndsTheLoad) {
  const auto done = [](LoadState state, std::uint32_t epoch, std::uint64_t token) {
    LiveStep step;
    step.epoch = epoch;
    step.token = token;
    end_load(state, step);
    EXPECT_EQ(step.done, state.mode == SaleMode::kHot);
    return step.done;
  };
  EXPECT_TRUE(done(kLoading, 4, 77));
  EXPECT_FALSE(done(kLoading, 4, 78));
  EXPECT_FALSE(done(kLoading, 3, 77));
  EXPECT_FALSE(done({SaleMode::kLoading, 1, {}, 0, 1, 0}, 1, 0)) << "nobody has begun";
  EXPECT_FALSE(done({SaleMode::kLedger, 4, {0, 77}, 77, 2, kHeard}, 4, 77)) << "it was given up";
  EXPECT_TRUE(done({SaleMode::kHot, 4, {3, 99}, 77, 2, kHeard}, 4, 77)) << "said again";
}

}  // namespace
}  // namespace allot
