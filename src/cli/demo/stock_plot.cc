#include "cli/demo/stock_plot.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "cli/text_bar.h"

namespace allot {
namespace {

constexpr std::array<const char*, 9> kEighths = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
constexpr std::size_t kLabelColumns = 12;  // "10,000,000 ┤"

std::int64_t left_at(const std::vector<StockSample>& samples, std::int64_t at_ns) {
  const auto after = std::upper_bound(samples.begin(), samples.end(), at_ns,
                                      [](std::int64_t at, const StockSample& sample) { return at < sample.at_ns; });
  return after == samples.begin() ? samples.front().left : std::prev(after)->left;
}

// Height in eighths of a row; what is left of a single unit still shows.
std::vector<std::size_t> heights(const std::vector<StockSample>& samples, std::int64_t stock, std::int64_t end_ns,
                                 std::size_t columns, std::size_t rows) {
  std::vector<std::size_t> eighths;
  for (std::size_t column = 0; column < columns; ++column) {
    const double share = static_cast<double>(column) / static_cast<double>(columns);
    const std::int64_t left = left_at(samples, static_cast<std::int64_t>(share * static_cast<double>(end_ns)));
    const double part =
        std::clamp(static_cast<double>(left) / static_cast<double>(std::max<std::int64_t>(stock, 1)), 0.0, 1.0);
    const auto height = static_cast<std::size_t>(std::lround(part * static_cast<double>(rows) * 8));
    eighths.push_back(left > 0 ? std::max<std::size_t>(height, 1) : 0);
  }
  return eighths;
}

std::string label(std::size_t row, std::size_t rows, std::int64_t stock) {
  if (row == rows - 1) return right_aligned(with_commas(stock), kLabelColumns - 2) + " ┤";
  if (row == 0) return right_aligned("0", kLabelColumns - 2) + " ┤";
  return std::string(kLabelColumns - 1, ' ') + "│";
}

}  // namespace

std::vector<StockSample> from_first_sale(const std::vector<StockSample>& samples) {
  if (samples.empty()) return {};
  const std::int64_t full = samples.front().left;
  auto first = std::find_if(samples.begin(), samples.end(), [&](const StockSample& s) { return s.left < full; });
  if (first == samples.end()) return samples;
  --first;
  const std::int64_t start_ns = first->at_ns;
  std::vector<StockSample> rest(first, samples.end());
  for (StockSample& sample : rest) sample.at_ns -= start_ns;
  return rest;
}

std::int64_t plot_end(const std::vector<StockSample>& samples) noexcept {
  if (samples.empty()) return 0;
  const auto empty = std::find_if(samples.begin(), samples.end(), [](const StockSample& s) { return s.left <= 0; });
  const std::int64_t last = samples.back().at_ns;
  return empty == samples.end() ? last : std::min(last, empty->at_ns + empty->at_ns / 6);
}

std::string stock_plot(const std::vector<StockSample>& samples, std::int64_t stock, std::int64_t end_ns,
                       std::size_t columns, std::size_t rows) {
  if (samples.empty()) return {};
  const std::size_t width = columns - kLabelColumns;
  const std::vector<std::size_t> eighths = heights(samples, stock, end_ns, width, rows);
  std::string text;
  for (std::size_t row = rows; row-- > 0;) {
    text += label(row, rows, stock);
    for (const std::size_t height : eighths) {
      text += kEighths[height <= row * 8 ? 0 : std::min<std::size_t>(height - row * 8, 8)];
    }
    text += "\n";
  }
  const std::string end = shown_duration(end_ns);
  return text + std::string(kLabelColumns, ' ') + "0" + right_aligned(end, width - 1) + "\n";
}

}  // namespace allot
