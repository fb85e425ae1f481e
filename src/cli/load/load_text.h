// LoadResult for people.
#pragma once

#include <string>

#include "cli/load/load_desk.h"

namespace allot {

/// One line per verdict that occurred, most frequent first: name, count, share, bar.
std::string verdicts_text(const LoadResult& result);
/// "p50 87.0 µs   p99 …   max …".
std::string latency_text(const Histogram& latency);
/// Answers per second.
double throughput(const LoadResult& result) noexcept;
/// One JSON object without line breaks: requests, seconds, per_second, latency_us, verdicts.
std::string load_json(const LoadResult& result);

}  // namespace allot
