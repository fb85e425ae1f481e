#include "cli/bench_check.h"

#include <gtest/gtest.h>

#include <functional>

namespace allot {
namespace {

BenchFacts good() {
  BenchFacts facts;
  facts.requests = facts.answers = 100;
  facts.accepted = 10;
  facts.units = 2;
  facts.sale.pools = {{"main", 20, 0, 5, 15}};
  facts.audit.ok = true;
  facts.audit.verdict = "ok";
  return facts;
}

TEST(BenchCheck, HoldsForASaleThatIsSoldOut) { EXPECT_TRUE(all_hold(check_bench(good()))); }

TEST(BenchCheck, TurnsRedForEachFault) {
  const std::vector<std::pair<const char*, std::function<void(BenchFacts&)>>> faults = {
      {"an answer is missing", [](BenchFacts& f) { f.answers = 99; }},
      {"an accepted claim is not in the ledger", [](BenchFacts& f) { f.accepted = 11; }},
      {"the ledger has a claim nobody was told of", [](BenchFacts& f) { f.accepted = 9; }},
      {"oversold",
       [](BenchFacts& f) {
         f.accepted = 11;
         f.sale.pools = {{"main", 20, -2, 7, 15}};
       }},
      {"a unit vanished", [](BenchFacts& f) { f.sale.pools[0].stocked = 21; }},
      {"audit", [](BenchFacts& f) { f.audit.ok = false; }},
      {"no pools",
       [](BenchFacts& f) {
         f.sale.pools.clear();
         f.accepted = 0;
       }},
  };
  for (const auto& [name, spoil] : faults) {
    BenchFacts facts = good();
    spoil(facts);
    EXPECT_FALSE(all_hold(check_bench(facts))) << name;
  }
}

}  // namespace
}  // namespace allot
