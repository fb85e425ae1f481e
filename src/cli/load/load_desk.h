// What the connections of one loop share: the source, the pace, the clock and the tally.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <cstdint>
#include <string>

#include "cli/load/call_source.h"
#include "cli/load/histogram.h"
#include "cli/load/pacer.h"
#include "cli/load/verdict_words.h"

namespace allot {

/// Nanoseconds of the steady clock.
std::int64_t steady_ns() noexcept;

/// What one loop has seen.
struct LoadResult {
  Histogram latency;                                    // nanoseconds
  std::array<std::uint64_t, kVerdictCount> verdicts{};  // of calls of every kind
  std::uint64_t not_understood = 0;
  std::int64_t seconds_ns = 0;  // from the first call to the last answer
  std::string failure;          // empty: all calls were answered

  void merge(const LoadResult& other);
};

/// Used by its loop's thread only.
class LoadDesk {
 public:
  LoadDesk(boost::asio::io_context& io, CallSource& source, double rate) : io_(io), source_(source), pacer_(rate) {}

  void start();
  /// False: nothing is due, or there is nothing to ask.
  bool take(Call& call);
  void answered(const Call& call, const Reply& reply);
  void end_if_idle();
  void fail(const std::string& why);
  bool is_open_loop() const noexcept { return pacer_.is_open_loop(); }
  LoadResult& result() noexcept { return result_; }

 private:
  boost::asio::io_context& io_;
  CallSource& source_;
  Pacer pacer_;
  LoadResult result_;
  std::int64_t start_ns_ = 0;
  std::uint64_t in_flight_ = 0;
  bool dry_ = false;  // the source had nothing when it was asked last
};

}  // namespace allot
