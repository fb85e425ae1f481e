// From a hash to a record number, in eight bytes per slot.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/memory/chunk.h"

namespace allot {

inline constexpr std::uint32_t kNoRecord = 0xFFFF'FFFFU;

/// Open addressing in segments (extendible hashing). The top bits of a hash choose a segment through the
/// directory, further bits its slot. A segment that is full doubles, or, once it has kSegmentSlotsMax slots,
/// splits in two; either way at most that many slots are moved in one step, however many there are in all.
/// A slot holds 32 bits of the hash, so moving it never touches the record.
class HashIndex {
 public:
  HashIndex();

  /// The record with this hash for which `same(record)` holds, or kNoRecord.
  template <class Same>
  std::uint32_t find(std::uint64_t hash, const Same& same) const {
    const std::uint32_t tag = tag_of(hash);
    const Segment& segment = segment_of(tag);
    for (std::uint32_t i = tag & segment.mask;; i = (i + 1) & segment.mask) {
      const Slot slot = segment.slots[i];
      if (slot.record == kNoRecord) return kNoRecord;
      if (slot.tag == tag && same(slot.record)) return slot.record;
    }
  }

  /// REQUIRES: record != kNoRecord, and it is not in the index.
  void insert(std::uint64_t hash, std::uint32_t record);
  /// REQUIRES: it was inserted with this hash.
  void erase(std::uint64_t hash, std::uint32_t record) noexcept;

  /// The memory that find() will look at first, to be prefetched by the caller: compilers take a function that
  /// only prefetches for one without effect and drop the call.
  const void* first_look(std::uint64_t hash) const noexcept {
    const Segment& segment = segment_of(tag_of(hash));
    return &segment.slots[tag_of(hash) & segment.mask];
  }

 private:
  static constexpr std::uint32_t kSegmentSlotsMin = 8;
  static constexpr std::uint32_t kSegmentSlotsMax = 8192;  // 64 KiB
  static constexpr std::uint32_t kDepthMax = 24;

  struct Slot {
    std::uint32_t record = kNoRecord;
    std::uint32_t tag = 0;
  };
  struct Segment {
    Slot* slots = nullptr;
    Chunk own;  // the slots' memory, unless a slab has it
    std::uint32_t mask = 0;
    std::uint32_t used = 0;
    std::uint32_t depth = 0;  // how many top bits all its tags share
  };

  static std::uint32_t tag_of(std::uint64_t hash) noexcept { return static_cast<std::uint32_t>(hash >> 32U); }
  static constexpr std::size_t kSegmentsPerSlab = kHugeChunkBytes / (kSegmentSlotsMax * sizeof(Slot));
  static Segment make_segment(std::uint32_t slots, std::uint32_t depth);
  Segment make_largest_segment(std::uint32_t depth);
  static void put(Segment& segment, Slot slot) noexcept;
  static bool full(const Segment& segment) noexcept { return segment.used * 8U >= (segment.mask + 1U) * 5U; }

  std::uint32_t segment_number(std::uint32_t tag) const noexcept {
    return directory_[(std::uint64_t{tag} << depth_) >> 32U];
  }
  const Segment& segment_of(std::uint32_t tag) const noexcept { return segments_[segment_number(tag)]; }
  void make_room(std::uint32_t number);
  void split(std::uint32_t number);

  std::vector<std::uint32_t> directory_;  // 2^depth_ segment numbers
  std::vector<Segment> segments_;
  std::vector<Chunk> slabs_;  // of kSegmentsPerSlab segments each
  std::size_t slab_used_ = kSegmentsPerSlab;
  std::uint32_t depth_ = 0;
};

}  // namespace allot
