// One call of one of the scripts.
#pragma once

#include <charconv>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "engine/redis/redis_keys.h"

namespace allot {

enum class RedisScript : std::uint8_t { kClaim, kOrder, kCredit, kLive, kFence };

/// Keys and arguments as prelude.lua expects them. Every key that the script may touch is among the keys.
class ScriptCall {
 public:
  ScriptCall(RedisScript script, const RedisKeys& of, std::uint32_t epoch, Millis now, Millis valid_until,
             const EntryMark& known)
      : script_(script), of_(of), keys_{of.state(), of.outbox(), of.holds(), of.restocks()} {
    add(epoch);
    add(now);
    add(valid_until);
    add(known.seq);
    add(known.nonce);
  }

  void add(std::string_view text) { args_.emplace_back(text); }
  template <std::integral Number>
  void add(Number number) {
    args_.push_back(std::to_string(number));
  }
  /// The place among the keys of the shard that holds this claim id, or this user; from 1, as the scripts count.
  std::size_t id_shard(std::string_view id) { return place(of_.ids(of_.shard_of(id))); }
  std::size_t user_shard(std::string_view user) { return place(of_.users(of_.shard_of(user))); }

  /// Names every shard, for what concerns all keys of the sale.
  void add_all_shards() {
    for (std::uint32_t shard = 0; shard < of_.shards(); ++shard) {
      place(of_.ids(shard));
      place(of_.users(shard));
    }
  }

  RedisScript script() const { return script_; }
  const std::vector<std::string>& keys() const { return keys_; }
  const std::vector<std::string>& args() const { return args_; }

 private:
  std::size_t place(std::string key) {
    const auto [found, is_new] = places_.try_emplace(std::move(key), keys_.size() + 1);
    if (is_new) keys_.push_back(found->first);
    return found->second;
  }

  RedisScript script_;
  const RedisKeys& of_;
  std::vector<std::string> keys_;
  std::map<std::string, std::size_t> places_;
  std::vector<std::string> args_;
};

}  // namespace allot
