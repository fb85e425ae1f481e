// The counters of one sale.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/memory/byte_store.h"
#include "engine/memory/hash.h"
#include "engine/memory/hash_index.h"

namespace allot {

/// `left` is what may be taken now; `coming` has been ordered and waits for its credit.
struct Counter {
  std::int64_t left = 0;
  std::int64_t stocked = 0;
  std::int64_t coming = 0;

  /// A repair may have taken more than was there; nobody is shown less than nothing.
  std::int64_t shown() const noexcept { return std::max<std::int64_t>(left, 0); }
  /// A credit: what was coming has come.
  void credit(std::int64_t units) noexcept {
    left += units;
    if (units > 0) coming -= std::min(coming, units);
  }
};

struct Pool {
  Counter counter;
  Place name{};
};

/// Pools keep their numbers for life: claims refer to them. Not thread-safe.
class PoolTable {
 public:
  PoolTable(ByteStore& bytes, const Hasher& hash) : bytes_(bytes), hash_(hash) {}

  std::uint32_t size() const noexcept { return static_cast<std::uint32_t>(pools_.size()); }
  Counter& operator[](std::uint32_t pool) noexcept { return pools_[pool].counter; }
  const Counter& operator[](std::uint32_t pool) const noexcept { return pools_[pool].counter; }
  std::string_view name(std::uint32_t pool) const noexcept { return bytes_.text(pools_[pool].name); }

  /// kNoRecord when there is none of that name; the total is not found here.
  std::uint32_t find(std::string_view name) const noexcept {
    return index_.find(hash_(name), [&](std::uint32_t pool) { return this->name(pool) == name; });
  }
  /// REQUIRES: the name is new.
  void add(std::string_view name, const Counter& counter) {
    index_.insert(hash_(name), size());
    pools_.push_back({counter, bytes_.add_text(name)});
  }
  /// Takes back the newest; its bytes are the caller's to cut off.
  void pop() noexcept {
    index_.erase(hash_(name(size() - 1)), size() - 1);
    pools_.pop_back();
  }

  std::optional<Counter> total;

 private:
  ByteStore& bytes_;
  const Hasher& hash_;
  std::vector<Pool> pools_;
  HashIndex index_;
};

}  // namespace allot
