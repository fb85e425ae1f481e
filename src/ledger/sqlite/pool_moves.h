// What one transaction moves in the pools of one sale, summed, so that each pool is written once.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace allot::sqlite {

class PoolMoves {
 public:
  struct Move {
    std::string pool;
    std::int64_t stocked = 0;
    std::int64_t taken = 0;
    std::int64_t confirmed = 0;
    bool moves() const { return stocked != 0 || taken != 0 || confirmed != 0; }
  };

  /// The pool's sums; the reference holds until the next call.
  Move& of(std::string_view pool) {
    // Claims of a batch mostly want the same pool.
    if (last_ < moves_.size() && moves_[last_].pool == pool) return moves_[last_];
    const auto found = index_.find(pool);
    if (found != index_.end()) {
      last_ = found->second;
    } else {
      last_ = moves_.size();
      moves_.push_back({std::string(pool), 0, 0, 0});
      index_.emplace(moves_.back().pool, last_);
    }
    return moves_[last_];
  }
  const std::vector<Move>& all() const { return moves_; }
  void clear() {
    moves_.clear();
    index_.clear();
    last_ = 0;
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };

  std::vector<Move> moves_;
  boost::unordered_flat_map<std::string, std::size_t, Hash, std::equal_to<>> index_;
  std::size_t last_ = 0;
};

}  // namespace allot::sqlite
