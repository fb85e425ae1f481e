// Options of `allot bench`.
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>

#include "cli/load/endpoint.h"

namespace allot {

struct BenchOptions {
  std::string target;
  std::string http;  // of the checks; empty: the target itself, if it is an HTTP door
  std::size_t clients = 50;
  std::size_t pipeline = 1;
  std::uint64_t requests = 200'000;
  double rate = 0;
  std::uint64_t users = 0;  // 0: as many as requests
  std::int64_t units = 1;   // per claim
  std::int64_t stock = 10'000;
  std::string sale;  // empty: a fresh one, deleted at the end
  std::string ids = "client";
  std::size_t threads = 1;
  bool json = false;

  Endpoint endpoint() const { return parse_endpoint(target); }
  /// Where the sale is created and checked. Throws UsageError.
  std::string http_address() const;
};

void add_bench_options(CLI::App& command, BenchOptions& options);

}  // namespace allot
