// The claims of one sale, by number and by id.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/claim.h"
#include "engine/entry.h"
#include "engine/memory/byte_store.h"
#include "engine/memory/chunked.h"
#include "engine/memory/hash.h"
#include "engine/memory/hash_index.h"

namespace allot {

/// What was taken from one pool; `pool` is its number in the PoolTable.
struct TakenItem {
  std::uint16_t pool = 0;
  std::uint32_t units = 0;
};

/// What changes about a claim, and how it hangs together with others. 32 bytes.
struct ClaimRecord {
  Millis created_at = 0;
  Millis expires_at = 0;           // 0: never
  std::uint32_t user = kNoRecord;  // kNoRecord: a barred id, which belongs to nobody
  ClaimNo previous = kNoRecord;    // the same user's claim before this one
  Place content{};
  ClaimState state = ClaimState::kConfirmed;
  bool has_extra = false;       // ref or meta are in the ledger
  bool has_if_version = false;  // and stands behind the items
};
static_assert(sizeof(ClaimRecord) == 32);

/// What never changes: read from the bytes in place. Views hold until the claim is taken back.
class ClaimContent {
 public:
  ClaimContent(const char* from, bool has_if_version) noexcept;
  std::string_view id() const noexcept { return id_; }
  std::size_t size() const noexcept { return count_; }
  TakenItem operator[](std::size_t index) const noexcept;
  std::optional<std::int64_t> if_version() const noexcept;

 private:
  std::string_view id_;
  std::size_t count_ = 0;
  const char* items_ = nullptr;
  bool has_if_version_ = false;
};

/// Not thread-safe. A claim's number is its index; numbers have no gaps.
class ClaimTable {
 public:
  ClaimTable(ByteStore& bytes, const Hasher& hash) : bytes_(bytes), hash_(hash) {}

  ClaimNo size() const noexcept { return records_.size(); }
  ClaimRecord& operator[](ClaimNo no) noexcept { return records_[no]; }
  const ClaimRecord& operator[](ClaimNo no) const noexcept { return records_[no]; }
  ClaimContent content(ClaimNo no) const noexcept {
    return {bytes_.at(records_[no].content), records_[no].has_if_version};
  }
  std::string_view id(ClaimNo no) const noexcept { return bytes_.text(records_[no].content); }

  /// `hash` is that of the id. kNoRecord when there is none.
  ClaimNo find(std::string_view id, std::uint64_t hash) const noexcept {
    return index_.find(hash, [&](std::uint32_t no) { return this->id(no) == id; });
  }
  const void* first_look(std::uint64_t hash) const noexcept { return index_.first_look(hash); }

  /// Fills in `record.content` and keeps it under the next number. REQUIRES: the id is new.
  ClaimNo add(std::string_view id, std::uint64_t hash, std::span<const TakenItem> items,
              std::optional<std::int64_t> if_version, ClaimRecord record);
  /// Takes back the newest; its bytes are the caller's to cut off.
  void pop() noexcept;

 private:
  ByteStore& bytes_;
  const Hasher& hash_;
  ChunkedArray<ClaimRecord> records_;
  HashIndex index_;
};

}  // namespace allot
