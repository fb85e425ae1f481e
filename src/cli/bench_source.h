// The claims of `allot bench`: one after the other, users in turn.
#pragma once

#include <atomic>
#include <string>

#include "cli/bench_options.h"
#include "cli/load/call_source.h"

namespace allot {

/// What the sources of all threads share.
struct BenchTally {
  std::atomic<std::uint64_t> issued{0};
  std::atomic<std::uint64_t> done{0};
  std::atomic<std::uint64_t> accepted{0};
};

class BenchSource final : public CallSource {
 public:
  BenchSource(const BenchOptions& options, BenchTally& tally) : options_(options), tally_(tally) {}

  bool next(Call& call) override;
  void answered(const Call& call, const Reply& reply) override;

 private:
  const BenchOptions& options_;
  BenchTally& tally_;
};

}  // namespace allot
