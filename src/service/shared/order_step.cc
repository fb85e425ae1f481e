#include "service/shared/order_step.h"

namespace allot {

DecideStep order_step(std::shared_ptr<SharedOrder> order, Engine& engine) {
  DecideStep step;
  step.sale = order->sale;
  step.restock = order->restock;
  if (!order->claim.empty()) step.ids.push_back(order->claim);
  step.decide = [order = std::move(order), &engine](const SaleState& state, ClaimSource& claims, Millis now) {
    HotOrder fresh;
    fresh.what = order->order.what;
    fresh.now = now;
    engine.load(state, claims)->order(fresh, nullptr);
    order->order = std::move(fresh);
    return order->order.entry;
  };
  return step;
}

}  // namespace allot
