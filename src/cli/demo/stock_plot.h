// The stock over time, drawn with block characters.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace allot {

struct StockSample {
  std::int64_t at_ns = 0;  // since the sale began; ascending
  std::int64_t left = 0;
};

/// Without what came before the last sample at which nothing was sold yet, which becomes time 0.
std::vector<StockSample> from_first_sale(const std::vector<StockSample>& samples);

/// When the stock was first empty, plus a sixth to see it lie there; the last sample if it never was.
std::int64_t plot_end(const std::vector<StockSample>& samples) noexcept;

/// `rows` lines of at most `columns` columns, axis included, and one for the time. What a column shows is the stock at
/// its left edge. `columns` at least 20, `rows` at least 1. Empty without samples.
std::string stock_plot(const std::vector<StockSample>& samples, std::int64_t stock, std::int64_t end_ns,
                       std::size_t columns, std::size_t rows);

}  // namespace allot
