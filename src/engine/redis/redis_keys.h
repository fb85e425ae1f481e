// Names of one sale's keys in one epoch.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/entry.h"

namespace allot {

/// All carry the hash tag {prefix + uid}, so a cluster keeps them on one node; the epoch in the name keeps an old
/// state and a new one apart.
class RedisKeys {
 public:
  /// `token`: random, of this load: neither two loaders nor a ledger that was set back meet each other's keys.
  /// `shards`: how many hashes hold the ids, and as many the users; 1 to 64, fixed for the epoch.
  RedisKeys(std::string_view prefix, SaleUid uid, std::uint32_t epoch, std::uint64_t token, std::uint32_t shards)
      : base_("{" + std::string(prefix) + std::to_string(uid) + "}:" + std::to_string(epoch) + "." +
              std::to_string(token) + ":"),
        shards_(shards) {}

  std::string state() const { return base_ + "s"; }
  std::string outbox() const { return base_ + "o"; }
  std::string holds() const { return base_ + "x"; }
  std::string restocks() const { return base_ + "r"; }
  std::string ids(std::uint32_t shard) const { return base_ + "i:" + std::to_string(shard); }
  std::string users(std::uint32_t shard) const { return base_ + "u:" + std::to_string(shard); }
  std::uint32_t shards() const { return shards_; }
  /// The same in every process and version (FNV-1a).
  std::uint32_t shard_of(std::string_view text) const {
    std::uint64_t hash = 0xCBF2'9CE4'8422'2325U;
    for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100'0000'01B3U;
    return static_cast<std::uint32_t>((hash ^ (hash >> 32U)) % shards_);
  }

 private:
  std::string base_;
  std::uint32_t shards_;
};

}  // namespace allot
