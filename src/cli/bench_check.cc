#include "cli/bench_check.h"

#include "cli/text_bar.h"

namespace allot {

std::vector<CheckLine> check_bench(const BenchFacts& facts) {
  const std::int64_t answered = static_cast<std::int64_t>(facts.accepted) * facts.units;
  const std::int64_t taken = facts.sale.taken();
  std::int64_t stocked = 0;
  bool conserved = !facts.sale.pools.empty();
  for (const PoolFigures& pool : facts.sale.pools) {
    stocked += pool.stocked;
    conserved = conserved && pool.left >= 0 && pool.stocked == pool.left + pool.held + pool.confirmed;
  }
  return {
      {facts.answers == facts.requests,
       "every request was answered: " + with_commas(static_cast<std::int64_t>(facts.answers)) + " of " +
           with_commas(static_cast<std::int64_t>(facts.requests))},
      {answered == taken, "accepted units, answers / ledger: " + with_commas(answered) + " / " + with_commas(taken)},
      {taken <= stocked && answered <= stocked,
       "sold at most the stock: " + with_commas(taken) + " of " + with_commas(stocked)},
      {conserved, "stocked = left + held + confirmed, in every pool"},
      {facts.audit.ok, "audit: " + (facts.audit.ok ? std::string("ok")
                                                   : facts.audit.verdict + " with " +
                                                         std::to_string(facts.audit.findings.size()) + " findings")},
  };
}

}  // namespace allot
