// When calls are to be sent: at once, or at a fixed rate whatever the answers do.
#pragma once

#include <cstdint>

namespace allot {

/// Open loop: call number n is due at start + n / rate, and its latency counts from there, so that a server that
/// stalls is not spared the calls that it would have got meanwhile.
class Pacer {
 public:
  /// `rate`: calls per second; 0 or less: closed loop.
  explicit Pacer(double rate) noexcept : interval_ns_(rate > 0 ? 1e9 / rate : 0) {}

  void start(std::int64_t now_ns) noexcept { start_ns_ = now_ns; }
  bool is_open_loop() const noexcept { return interval_ns_ > 0; }
  bool is_due(std::int64_t now_ns) const noexcept { return !is_open_loop() || next_ns() <= now_ns; }
  /// Counts one call; when it was to be sent.
  std::int64_t take(std::int64_t now_ns) noexcept {
    if (!is_open_loop()) return now_ns;
    const std::int64_t intended = next_ns();
    ++taken_;
    return intended;
  }

 private:
  std::int64_t next_ns() const noexcept {
    return start_ns_ + static_cast<std::int64_t>(static_cast<double>(taken_) * interval_ns_);
  }

  double interval_ns_;
  std::int64_t start_ns_ = 0;
  std::uint64_t taken_ = 0;
};

}  // namespace allot
