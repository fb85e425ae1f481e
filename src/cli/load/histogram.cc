#include "cli/load/histogram.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace allot {

unsigned Histogram::bucket(std::int64_t value) noexcept {
  const auto number = static_cast<std::uint64_t>(value);
  if (number < (1U << kSubBits)) return static_cast<unsigned>(number);
  const auto power = static_cast<unsigned>(std::bit_width(number)) - 1;
  const unsigned shift = power - kSubBits;
  const auto sub = static_cast<unsigned>(number >> shift) - (1U << kSubBits);
  return ((shift + 1) << kSubBits) + sub;
}

std::int64_t Histogram::upper_end(unsigned bucket) noexcept {
  if (bucket < (1U << kSubBits)) return bucket;
  const unsigned shift = (bucket >> kSubBits) - 1;
  const std::int64_t sub = (bucket & ((1U << kSubBits) - 1)) + (1U << kSubBits);
  return ((sub + 1) << shift) - 1;
}

void Histogram::add(std::int64_t value) noexcept {
  const std::int64_t kept = std::clamp<std::int64_t>(value, 0, kValueMax);
  ++buckets_[bucket(kept)];
  ++count_;
  max_ = std::max(max_, kept);
}

void Histogram::merge(const Histogram& other) noexcept {
  for (unsigned i = 0; i < kBuckets; ++i) buckets_[i] += other.buckets_[i];
  count_ += other.count_;
  max_ = std::max(max_, other.max_);
}

std::int64_t Histogram::percentile(double percent) const noexcept {
  if (count_ == 0) return 0;
  const double share = std::clamp(percent, 0.0, 100.0) / 100.0;
  const auto rank =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(share * static_cast<double>(count_))));
  std::uint64_t seen = 0;
  for (unsigned i = 0; i < kBuckets; ++i) {
    seen += buckets_[i];
    if (seen >= rank) return std::min(upper_end(i), max_);
  }
  return max_;
}

}  // namespace allot
