#include "cli/load/load_text.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>
#include <vector>

#include "cli/text_bar.h"

namespace allot {
namespace {

constexpr std::size_t kBarColumns = 36;

struct Line {
  std::string_view name;
  std::uint64_t count;
};

std::vector<Line> lines_of(const LoadResult& result) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < kVerdictCount; ++i) {
    if (result.verdicts[i] > 0) lines.push_back({verdict_title(static_cast<Verdict>(i)), result.verdicts[i]});
  }
  if (result.not_understood > 0) lines.push_back({"not understood", result.not_understood});
  std::stable_sort(lines.begin(), lines.end(), [](const Line& a, const Line& b) { return a.count > b.count; });
  return lines;
}

constexpr std::array<std::pair<const char*, double>, 4> kPercentiles = {
    {{"p50", 50}, {"p90", 90}, {"p99", 99}, {"p99.9", 99.9}}};

std::string decimal(double value) {
  char text[48];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

}  // namespace

std::string verdicts_text(const LoadResult& result) {
  const auto all = static_cast<double>(std::max<std::uint64_t>(1, result.latency.count()));
  std::string text;
  for (const Line& line : lines_of(result)) {
    const double share = static_cast<double>(line.count) / all;
    text += "  " + padded(line.name, 17) + right_aligned(with_commas(static_cast<std::int64_t>(line.count)), 11);
    text += right_aligned(decimal(share * 100), 7) + " %  " + text_bar(share, kBarColumns) + "\n";
  }
  return text;
}

std::string latency_text(const Histogram& latency) {
  std::string text;
  for (const auto& [name, percent] : kPercentiles) {
    text += std::string(name) + " " + shown_duration(latency.percentile(percent)) + "   ";
  }
  return text + "max " + shown_duration(latency.max());
}

double throughput(const LoadResult& result) noexcept {
  if (result.seconds_ns <= 0) return 0;
  return static_cast<double>(result.latency.count()) * 1e9 / static_cast<double>(result.seconds_ns);
}

std::string load_json(const LoadResult& result) {
  std::string json = "{\"requests\":" + std::to_string(result.latency.count());
  json += ",\"seconds\":" + std::to_string(static_cast<double>(result.seconds_ns) / 1e9);
  json += ",\"per_second\":" + decimal(throughput(result)) + ",\"latency_us\":{";
  for (const auto& [name, percent] : kPercentiles) {
    json +=
        "\"" + std::string(name) + "\":" + decimal(static_cast<double>(result.latency.percentile(percent)) / 1e3) + ",";
  }
  json += "\"max\":" + decimal(static_cast<double>(result.latency.max()) / 1e3) + "},\"verdicts\":{";
  bool first = true;
  for (const Line& line : lines_of(result)) {
    if (!first) json += ',';
    first = false;
    json += "\"" + std::string(line.name) + "\":" + std::to_string(line.count);
  }
  return json + "}}";
}

}  // namespace allot
