// Latencies in log-linear buckets: small, quick to add to, exact to about 1.6 %.
#pragma once

#include <array>
#include <cstdint>

namespace allot {

/// Values are nanoseconds, 0 and up; whatever exceeds kValueMax counts as kValueMax.
class Histogram {
 public:
  static constexpr std::int64_t kValueMax = (std::int64_t{1} << 40) - 1;  // 18 minutes

  void add(std::int64_t value) noexcept;
  void merge(const Histogram& other) noexcept;

  std::uint64_t count() const noexcept { return count_; }
  std::int64_t max() const noexcept { return max_; }
  /// The least value that `percent` of all values do not exceed, as the upper end of its bucket and never above
  /// max(). `percent`: 0 to 100. 0 while nothing was added.
  std::int64_t percentile(double percent) const noexcept;

 private:
  // Values below 64 have buckets of their own; from there on 64 per power of two.
  static constexpr unsigned kSubBits = 6;
  static constexpr unsigned kBuckets = (40 - kSubBits + 1) << kSubBits;
  static unsigned bucket(std::int64_t value) noexcept;
  static std::int64_t upper_end(unsigned bucket) noexcept;

  std::array<std::uint64_t, kBuckets> buckets_{};
  std::uint64_t count_ = 0;
  std::int64_t max_ = 0;
};

}  // namespace allot
