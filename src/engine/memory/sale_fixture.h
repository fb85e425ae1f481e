// For tests only: building a MemorySale by hand.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/engine.h"
#include "engine/memory/memory_engine.h"

namespace allot {

/// Claims out of a list.
class ListedClaims final : public ClaimSource {
 public:
  explicit ListedClaims(std::vector<StoredClaim> claims = {}) : claims_(std::move(claims)) {}
  bool next(StoredClaim& claim) override {
    if (at_ == claims_.size()) return false;
    claim = claims_[at_++];
    return true;
  }

 private:
  std::vector<StoredClaim> claims_;
  std::size_t at_ = 0;
};

/// A sale of these pools with nothing sold.
inline SaleState fresh_state(SaleDefinition definition) {
  SaleState state;
  state.uid = 7;
  state.sale = "sale";
  state.epoch = 1;
  for (const auto& [name, units] : definition.pools) state.pools.push_back({name, units, 0, 0});
  if (definition.total) state.total = PoolState{std::string(kTotalPool), *definition.total, 0, 0};
  state.first_definition = definition;
  state.definition = std::move(definition);
  return state;
}

inline std::unique_ptr<HotSale> load_sale(const SaleState& state, std::vector<StoredClaim> claims = {}) {
  ListedClaims source(std::move(claims));
  return make_memory_engine({.hash = 11, .nonce = 12})->load(state, source);
}

inline const Decision& decide_one(HotSale& sale, ClaimBatch& batch, const ClaimRequest& request, Millis now) {
  batch.requests = {request};
  batch.now = now;
  sale.decide(batch, nullptr);
  return batch.decisions.front();
}

inline HotOrder give_order(HotSale& sale, decltype(HotOrder::what) what, Millis now = 0) {
  HotOrder order;
  order.what = std::move(what);
  order.now = now;
  sale.order(order, nullptr);
  return order;
}

inline HotOrder restock(HotSale& sale, std::string_view id, std::string_view pool, std::int64_t units,
                        bool moves_total = true) {
  return give_order(sale, HotOrder::Restock{id, pool, units, moves_total, std::nullopt});
}

}  // namespace allot
