#include "cli/demo/stock_plot.h"

#include <gtest/gtest.h>

#include <sstream>

#include "cli/text_bar.h"

namespace allot {
namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(StockPlot, FallsFromFullToNothing) {
  const std::vector<StockSample> samples = {{0, 100}, {1'000'000, 50}, {2'000'000, 0}, {4'000'000, 0}};
  const auto lines = lines_of(stock_plot(samples, 100, 3'000'000, 12 + 9, 2));
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0], "       100 ┤███      ");
  EXPECT_EQ(lines[1], "         0 ┤██████   ");
  EXPECT_EQ(lines[2], "            0 3.00 ms");
}

TEST(StockPlot, NeverExceedsItsColumns) {
  std::vector<StockSample> samples;
  for (int i = 0; i < 1000; ++i) samples.push_back({i * 1'000'000LL, 10'000'000 - i * 10'000});
  for (const std::string& line : lines_of(stock_plot(samples, 10'000'000, plot_end(samples), 78, 8))) {
    EXPECT_LE(text_columns(line), 78U) << line;
  }
}

TEST(StockPlot, TheLastUnitShows) {
  const auto lines = lines_of(stock_plot({{0, 1}}, 1'000'000, 1'000'000, 20, 1));
  EXPECT_NE(lines[0].find("▁"), std::string::npos);
}

TEST(StockPlot, OddInputIsNoTrouble) {
  EXPECT_EQ(stock_plot({}, 10, 0, 40, 4), "");
  EXPECT_EQ(lines_of(stock_plot({{5, 3}}, 0, 0, 40, 4)).size(), 5U);
  EXPECT_EQ(lines_of(stock_plot({{0, -3}, {1, 99}}, 10, 5, 40, 4)).size(), 5U);
}

TEST(StockPlot, BeginsWithTheFirstSale) {
  const auto samples = from_first_sale({{0, 9}, {10, 9}, {20, 9}, {30, 4}, {40, 9}});
  ASSERT_EQ(samples.size(), 3U);
  EXPECT_EQ(samples[0].at_ns, 0);
  EXPECT_EQ(samples[0].left, 9);
  EXPECT_EQ(samples[1].at_ns, 10);
  EXPECT_EQ(from_first_sale({{7, 9}, {8, 9}}).size(), 2U);
  EXPECT_TRUE(from_first_sale({}).empty());
}

TEST(StockPlot, EndsSoonAfterTheStockIsGone) {
  EXPECT_EQ(plot_end({}), 0);
  EXPECT_EQ(plot_end({{0, 5}, {600, 0}, {9000, 1}}), 700);
  EXPECT_EQ(plot_end({{0, 5}, {600, 0}}), 600);
  EXPECT_EQ(plot_end({{0, 5}, {600, 2}}), 600);
}

}  // namespace
}  // namespace allot
