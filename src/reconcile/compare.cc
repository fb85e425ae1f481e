#include "reconcile/compare.h"

#include <map>
#include <variant>

namespace allot {
namespace {

struct Taken {
  std::map<std::string, std::int64_t, std::less<>> pools;
  std::int64_t total = 0;

  void add(std::string_view pool, std::int64_t units, bool moves_total) {
    if (pool != kTotalPool) pools[std::string(pool)] += units;
    if (moves_total || pool == kTotalPool) total += units;
  }
};

// Units that the outbox takes from what the ledger has left. Stock that it adds comes back as a credit
// and is not hot yet.
Taken taken_by(const std::vector<std::shared_ptr<const Entry>>& outbox) {
  Taken taken;
  for (const auto& entry : outbox) {
    for (const AcceptedClaim& claim : entry->claims) {
      for (const ItemView& item : claim.items) taken.add(item.pool, item.units, true);
    }
    for (const EntryChange& change : entry->changes) {
      const auto* restock = std::get_if<RestockChange>(&change);
      if (restock != nullptr && restock->units < 0) taken.add(restock->pool, -restock->units, restock->moves_total);
    }
  }
  return taken;
}

void check(std::vector<std::string>& findings, const std::string& sale, std::string_view pool, std::int64_t hot,
           std::int64_t expected) {
  if (hot == expected) return;
  findings.push_back("sale " + sale + ", pool " + std::string(pool) + ": the engine has " + std::to_string(hot) +
                     " left, the ledger says " + std::to_string(expected));
}

}  // namespace

std::vector<std::string> compare(const HotFigures& hot, const SaleState& state) {
  std::vector<std::string> findings;
  const Taken taken = taken_by(hot.outbox);
  std::map<std::string_view, std::int64_t> left;
  for (const auto& [pool, units] : hot.left) left[pool] = units;
  for (const PoolState& pool : state.pools) {
    const auto found = taken.pools.find(pool.pool);
    const std::int64_t pending = found == taken.pools.end() ? 0 : found->second;
    const auto have = left.find(pool.pool);
    if (have == left.end()) {
      findings.push_back("sale " + state.sale + ", pool " + pool.pool + ": the engine does not know it");
      continue;
    }
    check(findings, state.sale, pool.pool, have->second, pool.stocked - pool.taken - pending);
  }
  if (state.total) {
    check(findings, state.sale, kTotalPool, hot.total_left.value_or(-1),
          state.total->stocked - state.total->taken - taken.total);
  }
  return findings;
}

}  // namespace allot
