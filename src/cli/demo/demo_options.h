// Options of `allot demo`.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

namespace allot {

struct DemoOptions {
  std::uint32_t buyers = 400'000;
  std::int64_t stock = 10'000;
  std::uint64_t requests = 1'000'000;
  std::size_t clients = 64;
  std::uint64_t seed = 0;  // 0: drawn
  std::string data;        // empty: a temporary folder
  std::string scenario = "flash";
};

void add_demo_options(CLI::App& command, DemoOptions& options);

/// Refuses what cannot be sold out and draws the seed. Throws UsageError.
void complete(DemoOptions& options);

}  // namespace allot
