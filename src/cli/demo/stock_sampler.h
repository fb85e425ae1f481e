// Asks again and again how much is left, while others buy.
#pragma once

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "cli/demo/stock_plot.h"
#include "cli/load/endpoint.h"

namespace allot {

/// A thread and a connection of its own at the RESP door, from construction to finish(). Throws Unreachable.
class StockSampler {
 public:
  StockSampler(const Endpoint& resp, std::string sale);
  ~StockSampler();
  StockSampler(const StockSampler&) = delete;
  StockSampler& operator=(const StockSampler&) = delete;

  /// What is left right now.
  std::int64_t left() const noexcept { return left_.load(); }
  std::vector<StockSample> finish();

 private:
  struct Line;
  void run();

  std::string sale_;
  std::unique_ptr<Line> line_;
  std::int64_t start_ns_;
  std::vector<StockSample> samples_;
  std::atomic<std::int64_t> left_{0};
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace allot
