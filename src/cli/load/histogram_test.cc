#include "cli/load/histogram.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace allot {
namespace {

TEST(Histogram, IsZeroWhileEmpty) {
  const Histogram histogram;
  EXPECT_EQ(histogram.count(), 0U);
  EXPECT_EQ(histogram.percentile(99.9), 0);
  EXPECT_EQ(histogram.max(), 0);
}

TEST(Histogram, SmallValuesAreExact) {
  Histogram histogram;
  for (int value = 1; value <= 60; ++value) histogram.add(value);
  EXPECT_EQ(histogram.percentile(0), 1);
  EXPECT_EQ(histogram.percentile(50), 30);
  EXPECT_EQ(histogram.percentile(100), 60);
}

TEST(Histogram, KeepsWhatIsOutOfRangeAtTheEnds) {
  Histogram histogram;
  histogram.add(-5);
  histogram.add(Histogram::kValueMax + 10);
  EXPECT_EQ(histogram.count(), 2U);
  EXPECT_EQ(histogram.percentile(50), 0);
  EXPECT_EQ(histogram.max(), Histogram::kValueMax);
  EXPECT_EQ(histogram.percentile(100), Histogram::kValueMax);
}

TEST(Histogram, EveryPowerOfTwoAndItsNeighboursStayInOrder) {
  for (unsigned power = 0; power < 40; ++power) {
    for (const std::int64_t off : {-1, 0, 1}) {
      const std::int64_t value = (std::int64_t{1} << power) + off;
      Histogram histogram;
      histogram.add(value);
      histogram.add(Histogram::kValueMax);
      const std::int64_t shown = histogram.percentile(50);
      EXPECT_GE(shown, value);
      EXPECT_LE(static_cast<double>(shown - value), static_cast<double>(value) / 63.0);
    }
  }
}

TEST(Histogram, AgreesWithSortedValues) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE(seed);
  std::mt19937_64 random(seed);
  std::lognormal_distribution<double> draw(12, 2);
  Histogram histogram;
  std::vector<std::int64_t> values(20'000);
  for (auto& value : values)
    histogram.add(value = std::min(static_cast<std::int64_t>(draw(random)), Histogram::kValueMax));
  std::sort(values.begin(), values.end());
  for (const double percent : {1.0, 50.0, 90.0, 99.0, 99.9}) {
    const auto rank = static_cast<std::size_t>(std::ceil(percent / 100 * static_cast<double>(values.size())));
    const std::int64_t exact = values[rank - 1];
    EXPECT_GE(histogram.percentile(percent), exact);
    EXPECT_LE(histogram.percentile(percent), exact + exact / 60 + 1);
  }
}

TEST(Histogram, MergeIsAsIfAddedToOne) {
  Histogram one;
  Histogram two;
  Histogram both;
  for (std::int64_t value = 1; value < 5'000'000; value = value * 3 / 2 + 1) {
    (value % 2 == 0 ? one : two).add(value);
    both.add(value);
  }
  one.merge(two);
  EXPECT_EQ(one.count(), both.count());
  EXPECT_EQ(one.max(), both.max());
  for (const double percent : {10.0, 50.0, 99.0}) EXPECT_EQ(one.percentile(percent), both.percentile(percent));
}

}  // namespace
}  // namespace allot
