// A thread's worth of load: its connections, and the clock that paces them.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "cli/load/call_source.h"
#include "cli/load/endpoint.h"
#include "cli/load/load_desk.h"

namespace allot {

struct LoadPlan {
  Endpoint endpoint;
  std::string sale;
  std::size_t clients = 50;  // connections
  std::size_t pipeline = 1;  // calls in flight on each
  double rate = 0;           // calls per second over all of them; 0: as fast as answers come
};

/// Connects, asks what `source` has, returns when everything is answered. Blocks. Throws Unreachable when it
/// cannot connect; what fails later is LoadResult::failure.
LoadResult run_load(const LoadPlan& plan, CallSource& source);

struct LoadJob {
  LoadPlan plan;
  CallSource* source;
};
/// One thread for each job, results in their order. Throws what the first one threw.
std::vector<LoadResult> run_loads(const std::vector<LoadJob>& jobs);

}  // namespace allot
