#include <gtest/gtest.h>

#include <random>

#include "core/values.h"

namespace allot {
namespace {

constexpr Millis kLast = 253'402'300'799'999;

TEST(Time, ReadsOffsetsAndFractions) {
  const struct {
    const char* text;
    Millis at;
  } cases[] = {
      {"2026-01-02T03:04:05Z", 1'767'323'045'000},
      {"2026-01-02t03:04:05z", 1'767'323'045'000},
      {"2026-01-02T03:04:05.678Z", 1'767'323'045'678},
      {"2026-01-02T03:04:05.6Z", 1'767'323'045'600},
      {"2026-01-02T03:04:05.6789999Z", 1'767'323'045'678},
      {"2026-01-02T04:04:05.123+01:00", 1'767'323'045'123},
      {"2026-01-01T21:34:05-05:30", 1'767'323'045'000},
      {"2024-02-29T00:00:00Z", 1'709'164'800'000},
      {"2000-02-29T00:00:00-00:00", 951'782'400'000},
      {"1970-01-01T00:00:00.001Z", 1},
      {"9999-12-31T23:59:59.999Z", kLast},
  };
  for (const auto& c : cases) EXPECT_EQ(parse_time(c.text), c.at) << c.text;
}

TEST(Time, TheEpochIsNotNoTime) { EXPECT_EQ(parse_time("1970-01-01T00:00:00Z"), 1); }

TEST(Time, RefusesAnythingElse) {
  for (const char* bad : {"",
                          "2026-01-02",
                          "2026-01-02T03:04:05",
                          "2026-01-02 03:04:05Z",
                          "2026-01-02T03:04Z",
                          "2026-1-2T03:04:05Z",
                          "2026-13-01T00:00:00Z",
                          "2026-00-01T00:00:00Z",
                          "2026-02-29T00:00:00Z",
                          "2100-02-29T00:00:00Z",
                          "2026-04-31T00:00:00Z",
                          "2026-01-00T00:00:00Z",
                          "2026-01-02T24:00:00Z",
                          "2026-01-02T23:60:00Z",
                          "2026-01-02T23:59:60Z",
                          "2026-01-02T03:04:05.Z",
                          "2026-01-02T03:04:05,5Z",
                          "2026-01-02T03:04:05+24:00",
                          "2026-01-02T03:04:05+01:60",
                          "2026-01-02T03:04:05+0100",
                          "2026-01-02T03:04:05Z ",
                          " 2026-01-02T03:04:05Z",
                          "1969-12-31T23:59:59Z",
                          "1970-01-01T00:00:00+00:01",
                          "9999-12-31T23:59:59-00:01",
                          "12026-01-02T03:04:05Z",
                          "-2026-01-02T03:04:05Z",
                          "2026-01-02T03:04:05ZZ",
                          "1767323045000",
                          "2026-01-02T-3:04:05Z"}) {
    EXPECT_FALSE(parse_time(bad)) << bad;
  }
}

TEST(Time, WritesUtcWithMilliseconds) {
  EXPECT_EQ(format_time(1'767'323'045'678), "2026-01-02T03:04:05.678Z");
  EXPECT_EQ(format_time(0), "1970-01-01T00:00:00.000Z");
  EXPECT_EQ(format_time(kLast), "9999-12-31T23:59:59.999Z");
  EXPECT_EQ(format_time(kLast + 1), "9999-12-31T23:59:59.999Z") << "never more than 24 bytes";
  EXPECT_EQ(format_time(-1), "1970-01-01T00:00:00.000Z");
}

TEST(Time, WhatIsWrittenIsReadBack) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937_64 random(seed);
  std::uniform_int_distribution<Millis> times(1, kLast);
  for (int i = 0; i < 20'000; ++i) {
    const Millis at = times(random);
    ASSERT_EQ(parse_time(format_time(at)), at) << format_time(at);
  }
}

}  // namespace
}  // namespace allot
