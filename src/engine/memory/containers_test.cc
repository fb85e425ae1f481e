// The containers under a sale, against those of the standard library.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <string>
#include <unordered_set>

#include "engine/memory/byte_store.h"
#include "engine/memory/chunked.h"
#include "engine/memory/expiry_heap.h"
#include "engine/memory/hash.h"
#include "engine/memory/hash_index.h"

namespace allot {
namespace {

TEST(HashIndex, FindsWhatIsInAndNothingElse) {
  const std::uint64_t seed = std::random_device{}();
  std::cout << "seed " << seed << std::endl;
  std::mt19937_64 random(seed);
  HashIndex index;
  std::map<std::uint32_t, std::uint64_t> in;  // record -> hash
  for (std::uint32_t record = 0; record < 60'000; ++record) {
    const std::uint64_t hash = record % 9 == 0 ? random() & 0xFFFF'0000'0000U : random();  // some in one corner
    index.insert(hash, record);
    in[record] = hash;
    if (random() % 3 != 0) continue;
    const auto gone = in.lower_bound(static_cast<std::uint32_t>(random() % (record + 1)));
    index.erase(gone->second, gone->first);
    EXPECT_EQ(index.find(gone->second, [&](std::uint32_t each) { return each == gone->first; }), kNoRecord);
    in.erase(gone);
  }
  for (const auto& [record, hash] : in) {
    ASSERT_EQ(index.find(hash, [&](std::uint32_t each) { return each == record; }), record) << "seed " << seed;
  }
}

TEST(Hasher, TellsApartTextsThatLookAlike) {
  const Hasher hash(1);
  std::unordered_set<std::uint64_t> seen;
  std::size_t texts = 0;
  for (std::size_t length = 0; length <= 130; ++length) {
    std::string text(length, 'a');
    ++texts;
    seen.insert(hash(text));
    for (std::size_t i = 0; i < length; ++i, ++texts) {
      text[i] = 'b';
      seen.insert(hash(text));
      text[i] = 'a';
    }
  }
  EXPECT_EQ(seen.size(), texts);
  EXPECT_NE(Hasher(2)("user"), hash("user")) << "another key, another hash";
}

TEST(Hasher, SpreadsNumbersEvenly) {
  const Hasher hash(3);
  std::array<int, 256> hits{};
  for (int i = 0; i < 256 * 100; ++i) ++hits[hash("10000000000" + std::to_string(i)) >> 56U];
  for (const int each : hits) {
    EXPECT_GT(each, 50);
    EXPECT_LT(each, 160);
  }
}

TEST(ByteStore, BlobsStayWhereTheyAre) {
  ByteStore store;
  std::vector<std::pair<Place, std::string>> kept;
  for (std::size_t i = 0; i < 5'000; ++i) {
    const std::string text(i % 256, static_cast<char>('a' + i % 26));
    kept.emplace_back(store.add_text(text), text);
  }
  for (const auto& [place, text] : kept) ASSERT_EQ(store.text(place), text);
  const std::uint64_t mark = store.size();
  const Place last = store.add_text("last");
  store.truncate(mark);
  EXPECT_EQ(store.add_text("next").offset(), last.offset()) << "cut off bytes are used again";
}

TEST(ByteStore, PlacesKeepFortyBits) {
  EXPECT_EQ(Place::of(0xFF'FFFF'FFFFU).offset(), 0xFF'FFFF'FFFFU);
  EXPECT_EQ(Place::of(0x12'3456'789AU).offset(), 0x12'3456'789AU);
}

TEST(ChunkedArray, KeepsAddressesWhileItGrows) {
  ChunkedArray<int> array;
  array.push_back(0);
  const int* first = &array[0];
  for (int i = 1; i < 100'000; ++i) array.push_back(i);
  EXPECT_EQ(first, &array[0]);
  for (std::uint32_t i = 0; i < array.size(); ++i) ASSERT_EQ(array[i], static_cast<int>(i));
}

TEST(ExpiryHeap, ComesOutInOrder) {
  std::mt19937_64 random(4);
  ExpiryHeap heap;
  std::multiset<std::pair<Millis, ClaimNo>> in;
  for (ClaimNo no = 0; no < 20'000; ++no) {
    const auto at = static_cast<Millis>(random() % 5'000);
    heap.push({at, no});
    in.emplace(at, no);
    if (random() % 2 == 0) continue;
    ASSERT_EQ(std::make_pair(heap.top().at, heap.top().no), *in.begin());
    heap.pop();
    in.erase(in.begin());
  }
  for (; !heap.empty(); heap.pop(), in.erase(in.begin())) ASSERT_EQ(heap.top().no, in.begin()->second);
}

}  // namespace
}  // namespace allot
