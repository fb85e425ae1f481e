#include "admission/claim_ids.h"

#include <gtest/gtest.h>

#include <limits>
#include <set>
#include <thread>
#include <vector>

namespace allot {
namespace {

constexpr Millis kNow = 1'796'083'200'000;  // 2026-12-01

TEST(ClaimIds, GrowWithTimeAndFitInto63Bits) {
  ClaimIds ids(1, 0);
  std::uint64_t last = 0;
  for (Millis at = kNow; at < kNow + 100; ++at) {
    const std::uint64_t id = ids.take(at, 1);
    EXPECT_GT(id, last);
    EXPECT_LE(id, static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
    last = id;
  }
}

TEST(ClaimIds, ARunIsInOrderAcrossTheEndOfAMillisecond) {
  ClaimIds ids(1023, 0);
  std::uint64_t id = ids.take(kNow, 10'000);
  for (int i = 1; i < 10'000; ++i) {
    const std::uint64_t next = ids.next_id(id);
    EXPECT_GT(next, id);
    id = next;
  }
  EXPECT_GT(ids.take(kNow, 1), id) << "the next run begins behind this one";
}

TEST(ClaimIds, DoNotFollowAClockThatIsSetBack) {
  ClaimIds ids(1, 0);
  const std::uint64_t before = ids.take(kNow, 5);
  EXPECT_GT(ids.take(kNow - 3'600'000, 1), before);
}

TEST(ClaimIds, AnotherOwnerNeverRepeatsOne) {
  ClaimIds first(1, 0);
  const std::uint64_t id = first.take(kNow, 1);
  ClaimIds second(2, kNow);
  EXPECT_GT(second.take(kNow, 1), id) << "the newest time in the ledger is behind it";
  ClaimIds same_moment(2, 0);
  EXPECT_NE(same_moment.take(kNow, 1), id) << "the fence differs";
}

TEST(ClaimIds, AreUniqueAcrossThreads) {
  ClaimIds ids(1, 0);
  std::vector<std::vector<std::uint64_t>> taken(4);
  std::vector<std::thread> threads;
  for (auto& mine : taken) {
    threads.emplace_back([&] {
      for (int i = 0; i < 5'000; ++i) mine.push_back(ids.take(kNow, 1));
    });
  }
  for (auto& thread : threads) thread.join();
  std::set<std::uint64_t> all;
  for (const auto& mine : taken) all.insert(mine.begin(), mine.end());
  EXPECT_EQ(all.size(), 20'000U);
}

TEST(ClaimIds, AnotherFenceMakesOtherIds) {
  ClaimIds one(7, 0);
  ClaimIds other(7, 0);
  EXPECT_EQ(one.take(kNow, 1), other.take(kNow, 1));
  other.change_fence(8);
  EXPECT_NE(one.take(kNow, 1), other.take(kNow, 1));
}

}  // namespace
}  // namespace allot
