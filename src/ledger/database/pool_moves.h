// What one transaction moves in the pools of one sale, summed, so that each pool is written once.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace allot::database {

struct PoolDelta {
  std::string pool;
  std::int64_t stocked = 0;
  std::int64_t taken = 0;
  std::int64_t confirmed = 0;
  bool moves() const { return stocked != 0 || taken != 0 || confirmed != 0; }
};

class PoolMoves {
 public:
  /// The pool's sums; the reference holds until the next call.
  PoolDelta& of(std::string_view pool) {
    // Claims of a batch mostly want the same pool.
    if (last_ < deltas_.size() && deltas_[last_].pool == pool) return deltas_[last_];
    const auto [found, fresh] = places_.emplace(pool, deltas_.size());
    if (fresh) deltas_.push_back({std::string(pool), 0, 0, 0});
    last_ = found->second;
    return deltas_[last_];
  }
  const std::vector<PoolDelta>& all() const { return deltas_; }
  void clear() {
    deltas_.clear();
    places_.clear();
    last_ = 0;
  }

 private:
  std::vector<PoolDelta> deltas_;
  boost::unordered_flat_map<std::string, std::size_t> places_;
  std::size_t last_ = 0;
};

}  // namespace allot::database
