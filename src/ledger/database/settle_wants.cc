#include "ledger/database/settle_wants.h"

namespace allot::database {
namespace {

class Wanting {
 public:
  Wanting(TouchedSales& sales, ClaimCache& known) : sales_(sales), known_(known) {}

  void operator()(const ConfirmStep& step) { claim(step.key); }
  void operator()(const ExtendStep& step) { claim(step.key); }
  void operator()(const ReleaseStep& step) {
    const TouchedSale* sale = claim(step.key);
    if (sale != nullptr && !step.items.empty()) wants_.releases.emplace_back(sale->uid, step.id);
  }
  void operator()(const ExpireStep& step) {
    if (sales_.find(step.uid) == nullptr) return;
    for (const ClaimNo no : step.claims) number(step.uid, no);
  }
  void operator()(const auto&) {}
  SettleWants take() { return std::move(wants_); }

 private:
  const TouchedSale* claim(const ClaimKey& key) {
    const TouchedSale* sale = sales_.find(key.sale);
    if (sale == nullptr) return nullptr;
    if (key.no) {
      number(sale->uid, *key.no);
    } else if (known_.find(sale->uid, key.id) == nullptr) {
      wants_.claims.want_id(sale->uid, key.id);
    }
    return sale;
  }
  void number(SaleUid uid, ClaimNo no) {
    if (known_.find(uid, no) == nullptr) wants_.claims.want(uid, no);
  }

  TouchedSales& sales_;
  ClaimCache& known_;
  SettleWants wants_;
};

}  // namespace

SettleWants wants_of(std::span<const Step> steps, TouchedSales& sales, ClaimCache& known) {
  Wanting wanting(sales, known);
  for (const Step& step : steps) std::visit(wanting, step);
  return wanting.take();
}

}  // namespace allot::database
