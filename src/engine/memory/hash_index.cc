#include "engine/memory/hash_index.h"

#include <algorithm>
#include <cassert>
#include <memory>
#include <utility>

namespace allot {

HashIndex::HashIndex() : directory_(1, 0) { segments_.push_back(make_segment(kSegmentSlotsMin, 0)); }

HashIndex::Segment HashIndex::make_segment(std::uint32_t slots, std::uint32_t depth) {
  Segment segment{.own = make_chunk(slots * sizeof(Slot)), .mask = slots - 1, .depth = depth};
  segment.slots = reinterpret_cast<Slot*>(segment.own.get());
  std::uninitialized_fill_n(segment.slots, slots, Slot{});
  return segment;
}

// A large index grows by slabs, so that its memory can be huge pages; one that has just become large does not
// take a whole slab yet.
HashIndex::Segment HashIndex::make_largest_segment(std::uint32_t depth) {
  if (segments_.size() < kSegmentsPerSlab) return make_segment(kSegmentSlotsMax, depth);
  if (slab_used_ == kSegmentsPerSlab) {
    slabs_.push_back(make_chunk(kHugeChunkBytes));
    slab_used_ = 0;
  }
  Segment segment{.own = nullptr, .mask = kSegmentSlotsMax - 1, .depth = depth};
  segment.slots = reinterpret_cast<Slot*>(slabs_.back().get()) + slab_used_++ * kSegmentSlotsMax;
  std::uninitialized_fill_n(segment.slots, kSegmentSlotsMax, Slot{});
  return segment;
}

void HashIndex::put(Segment& segment, Slot slot) noexcept {
  std::uint32_t i = slot.tag & segment.mask;
  while (segment.slots[i].record != kNoRecord) i = (i + 1) & segment.mask;
  segment.slots[i] = slot;
  ++segment.used;
}

void HashIndex::insert(std::uint64_t hash, std::uint32_t record) {
  assert(record != kNoRecord);
  const std::uint32_t tag = tag_of(hash);
  while (full(segment_of(tag))) make_room(segment_number(tag));
  put(segments_[segment_number(tag)], {record, tag});
}

void HashIndex::make_room(std::uint32_t number) {
  Segment& old = segments_[number];
  const std::uint32_t slots = old.mask + 1;
  if (slots >= kSegmentSlotsMax && old.depth < kDepthMax) return split(number);
  Segment larger = make_segment(slots * 2, old.depth);
  for (std::uint32_t i = 0; i < slots; ++i) {
    if (old.slots[i].record != kNoRecord) put(larger, old.slots[i]);
  }
  old = std::move(larger);
}

void HashIndex::split(std::uint32_t number) {
  const std::uint32_t depth = segments_[number].depth;
  if (depth == depth_) {
    std::vector<std::uint32_t> wider(directory_.size() * 2);
    for (std::size_t i = 0; i < wider.size(); ++i) wider[i] = directory_[i / 2];
    directory_ = std::move(wider);
    ++depth_;
  }
  const auto second = static_cast<std::uint32_t>(segments_.size());
  segments_.push_back(make_largest_segment(depth + 1));
  Segment& lower = segments_[number];
  Segment& upper = segments_[second];
  const std::vector<Slot> before(lower.slots, lower.slots + lower.mask + 1);
  std::fill_n(lower.slots, before.size(), Slot{});
  lower.used = 0;
  lower.depth = depth + 1;
  std::uint32_t any_tag = 0;
  for (const Slot slot : before) {
    if (slot.record == kNoRecord) continue;
    any_tag = slot.tag;
    put(((slot.tag >> (31U - depth)) & 1U) != 0 ? upper : lower, slot);
  }
  // The upper half of the directory's run that pointed to the old segment now points to the second.
  const std::size_t run = directory_.size() >> depth;
  const std::size_t start = ((std::uint64_t{any_tag} << depth) >> 32U) * run;
  for (std::size_t i = start + run / 2; i < start + run; ++i) directory_[i] = second;
}

void HashIndex::erase(std::uint64_t hash, std::uint32_t record) noexcept {
  Segment& segment = segments_[segment_number(tag_of(hash))];
  std::uint32_t hole = tag_of(hash) & segment.mask;
  while (segment.slots[hole].record != record) {
    assert(segment.slots[hole].record != kNoRecord);
    hole = (hole + 1) & segment.mask;
  }
  // Closing the gap instead of marking it keeps searches as short as if the record had never been there.
  for (std::uint32_t i = (hole + 1) & segment.mask; segment.slots[i].record != kNoRecord; i = (i + 1) & segment.mask) {
    const std::uint32_t home = segment.slots[i].tag & segment.mask;
    if (((i - home) & segment.mask) < ((i - hole) & segment.mask)) continue;
    segment.slots[hole] = segment.slots[i];
    hole = i;
  }
  segment.slots[hole] = Slot{};
  --segment.used;
}

}  // namespace allot
