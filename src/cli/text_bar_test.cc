#include "cli/text_bar.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

TEST(TextBar, NumbersGetCommas) {
  EXPECT_EQ(with_commas(0), "0");
  EXPECT_EQ(with_commas(999), "999");
  EXPECT_EQ(with_commas(1000), "1,000");
  EXPECT_EQ(with_commas(-1234567), "-1,234,567");
  EXPECT_EQ(with_commas(-123), "-123");
}

TEST(TextBar, DurationsChooseTheirUnit) {
  EXPECT_EQ(shown_duration(870), "0.87 µs");
  EXPECT_EQ(shown_duration(87'000), "87.0 µs");
  EXPECT_EQ(shown_duration(1'234'000), "1.23 ms");
  EXPECT_EQ(shown_duration(12'340'000'000), "12.3 s");
}

TEST(TextBar, GrowsByEighths) {
  EXPECT_EQ(text_bar(0, 10), "");
  EXPECT_EQ(text_bar(0.0001, 10), "▏");
  EXPECT_EQ(text_bar(0.5, 4), "██");
  EXPECT_EQ(text_bar(0.5, 1), "▌");
  EXPECT_EQ(text_bar(7, 3), "███");
}

TEST(TextBar, PadsByColumnsNotBytes) {
  EXPECT_EQ(padded("µs", 4), "µs  ");
  EXPECT_EQ(right_aligned("µs", 4), "  µs");
  EXPECT_EQ(padded("abcde", 3), "abcde");
  EXPECT_EQ(text_columns("█▌x"), 3U);
}

}  // namespace
}  // namespace allot
