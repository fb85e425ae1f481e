// Who has claimed in one sale, and how much of it is still theirs.
#pragma once

#include <cstdint>
#include <string_view>

#include "engine/entry.h"
#include "engine/memory/byte_store.h"
#include "engine/memory/chunked.h"
#include "engine/memory/hash.h"
#include "engine/memory/hash_index.h"

namespace allot {

struct UserRecord {
  std::int64_t live_units = 0;
  std::uint32_t live_claims = 0;  // held or confirmed by the ledger's last word
  ClaimNo newest = kNoRecord;     // head of the chain through ClaimRecord::previous
  Place name{};
};
static_assert(sizeof(UserRecord) == 24);

/// Not thread-safe. Only accepted claims bring users in: refusals leave nothing behind.
class UserTable {
 public:
  UserTable(ByteStore& bytes, const Hasher& hash) : bytes_(bytes), hash_(hash) {}

  std::uint32_t size() const noexcept { return records_.size(); }
  UserRecord& operator[](std::uint32_t user) noexcept { return records_[user]; }
  const UserRecord& operator[](std::uint32_t user) const noexcept { return records_[user]; }
  std::string_view name(std::uint32_t user) const noexcept { return bytes_.text(records_[user].name); }

  /// `hash` is that of the name. kNoRecord when the user is not known.
  std::uint32_t find(std::string_view name, std::uint64_t hash) const noexcept {
    return index_.find(hash, [&](std::uint32_t user) { return this->name(user) == name; });
  }
  const void* first_look(std::uint64_t hash) const noexcept { return index_.first_look(hash); }

  /// REQUIRES: not known yet.
  std::uint32_t add(std::string_view name, std::uint64_t hash) {
    UserRecord record;
    record.name = bytes_.add_text(name);
    const std::uint32_t user = records_.size();
    records_.push_back(record);
    index_.insert(hash, user);
    return user;
  }
  /// Takes back the newest; its bytes are the caller's to cut off.
  void pop() noexcept {
    const std::uint32_t user = records_.size() - 1;
    index_.erase(hash_(name(user)), user);
    records_.pop_back();
  }

 private:
  ByteStore& bytes_;
  const Hasher& hash_;
  ChunkedArray<UserRecord> records_;
  HashIndex index_;
};

}  // namespace allot
