#include "cli/demo/demo_report.h"

#include "cli/load/load_text.h"
#include "cli/text_bar.h"

namespace allot {
namespace {

constexpr std::size_t kColumns = 78;
constexpr std::size_t kPlotRows = 6;

std::string shown(std::uint64_t number) { return with_commas(static_cast<std::int64_t>(number)); }

std::string heading(const std::string& title) {
  std::string line = "── " + title + " ";
  for (std::size_t columns = text_columns(line); columns < kColumns; ++columns) line += "─";
  return "\n" + line + "\n";
}

std::string door_line(const std::string& name, const LoadResult& load) {
  const Histogram& latency = load.latency;
  return "  " + padded(name, 4) + right_aligned(shown(latency.count()), 10) + " requests " +
         right_aligned(with_commas(static_cast<std::int64_t>(throughput(load))), 8) + "/s   p50 " +
         padded(shown_duration(latency.percentile(50)), 8) + " p99 " +
         padded(shown_duration(latency.percentile(99)), 8) + " p99.9 " + shown_duration(latency.percentile(99.9)) +
         "\n";
}

std::string doors_text(const FlashResult& result) {
  const double seconds = static_cast<double>(result.run_ns) / 1e9;
  const auto all = static_cast<double>(result.http.latency.count() + result.resp.latency.count());
  return door_line("HTTP", result.http) + door_line("RESP", result.resp) +
         "  both doors together: " + with_commas(static_cast<std::int64_t>(all / seconds)) + " requests/s for " +
         shown_duration(result.run_ns) + "\n";
}

std::string crowd_text(const CrowdCounts& counts, std::int64_t resold) {
  return "  " + shown(counts.double_clicks) + " double clicks, " + shown(counts.retries) + " retries, " +
         shown(counts.nonsense) + " times nonsense\n  " + shown(counts.confirms) + " winners paid, " +
         shown(counts.cancels) + " cancelled; " + with_commas(resold) + " units were sold again\n";
}

}  // namespace

std::string demo_head(const DemoOptions& options) {
  return "A flash sale: " + with_commas(options.stock) + " units, " + shown(options.buyers) + " buyers, " +
         shown(options.requests) + " requests\n(" + std::to_string(options.clients) + " connections, seed " +
         std::to_string(options.seed) + ")\n";
}

std::string demo_report(const DemoOptions& options, const FlashResult& result, const std::vector<CheckLine>& checks) {
  LoadResult both = result.http;
  both.merge(result.resp);
  const std::vector<StockSample> samples = from_first_sale(result.samples);
  const std::int64_t end = plot_end(samples);
  std::string text = heading("answers") + verdicts_text(both) + crowd_text(result.facts.counts, result.resold);
  text += heading("speed") + doors_text(result);
  text += heading("stock, the first " + shown_duration(end) + " of " + shown_duration(result.run_ns));
  text += stock_plot(samples, options.stock, end, kColumns, kPlotRows);
  text += heading("audit") + check_text(checks);
  return text + (all_hold(checks) ? "\nAll of it holds.\n" : "\nNOT all of it holds.\n");
}

}  // namespace allot
