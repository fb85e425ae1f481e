#include "ledger/entry_place.h"

#include <gtest/gtest.h>

#include <string>

namespace allot {
namespace {

struct Case {
  std::string name;
  std::uint64_t seq = 0;
  std::uint64_t nonce = 0;
  std::optional<std::uint64_t> prev;
  std::optional<std::uint64_t> kept;  // nonce in the ledger under `seq`
  EntryFate fate = EntryFate::kNone;
  std::uint32_t epoch = 3;
  bool takes_entries = true;
};

// The ledger stands at entry 7 of epoch 3, whose nonce is 70.
constexpr EntryMark kStands{7, 70};

std::vector<Case> cases() {
  using enum EntryFate;
  return {
      {"next without a chain", 8, 80, {}, {}, kRecorded},
      {"next behind the newest", 8, 80, 70, {}, kRecorded},
      {"next behind another one", 8, 80, 71, {}, kForked},
      {"one is missing", 9, 90, {}, {}, kGap},
      {"one is missing in a chain", 9, 90, 80, {}, kGap},
      {"the newest again", 7, 70, {}, {}, kEarlier},
      {"the newest of a chain again", 7, 70, 60, {}, kEarlier},
      {"another newest one", 7, 71, {}, {}, kForked},
      {"another newest one of a chain", 7, 71, 60, {}, kForked},
      {"older without a chain", 6, 61, {}, 60, kEarlier},
      {"older of a chain", 6, 60, 50, 60, kEarlier},
      {"another older one", 6, 61, 50, 60, kForked},
      {"older and no longer kept", 2, 20, 10, {}, kForked},
      {"of an older epoch", 8, 80, 70, {}, kVoid, 2},
      {"of a later epoch", 8, 80, 70, {}, kVoid, 4},
      {"of a sale that takes none", 8, 80, 70, {}, kVoid, 3, false},
      {"the newest again of a sale that takes none", 7, 70, 60, {}, kVoid, 3, false},
  };
}

TEST(EntryPlace, FollowsTheTable) {
  for (const Case& each : cases()) {
    Entry entry;
    entry.epoch = each.epoch;
    entry.seq = each.seq;
    entry.nonce = each.nonce;
    entry.prev = each.prev;
    const EntryFate fate = place_entry(entry, {each.takes_entries, 3, kStands}, [&] { return each.kept; });
    EXPECT_EQ(fate, each.fate) << each.name;
  }
}

TEST(EntryPlace, OnlyOldEntriesOfAChainAreLookedUp) {
  for (const Case& each : cases()) {
    Entry entry;
    entry.epoch = each.epoch;
    entry.seq = each.seq;
    entry.nonce = each.nonce;
    entry.prev = each.prev;
    int looked = 0;
    place_entry(entry, {each.takes_entries, 3, kStands}, [&]() -> std::optional<std::uint64_t> {
      ++looked;
      return {};
    });
    EXPECT_EQ(looked, each.seq < 7 && each.prev ? 1 : 0) << each.name;
  }
}

TEST(EntryPlace, TheFirstEntryOfAnEpochFollowsItsToken) {
  Entry entry;
  entry.epoch = 2;
  entry.seq = 1;
  entry.prev = 99;
  const auto none = [] { return std::optional<std::uint64_t>(); };
  EXPECT_EQ(place_entry(entry, {true, 2, {0, 99}}, none), EntryFate::kRecorded);
  EXPECT_EQ(place_entry(entry, {true, 2, {0, 98}}, none), EntryFate::kForked);
}

}  // namespace
}  // namespace allot
