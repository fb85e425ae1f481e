#include "ledger/sqlite/load_runner.h"

#include "ledger/load_steps.h"

namespace allot::sqlite {

void LoadRunner::run(FenceStep& step) {
  step.outcome = FenceStep::Outcome::kUnknownSale;
  TouchedSale* sale = sales_.find(SaleKey(step.sale));
  if (sale == nullptr) return;
  step.uid = sale->uid;
  const std::uint32_t before = sale->load.epoch;
  begin_load(sale->load, step);
  if (step.outcome != FenceStep::Outcome::kMine) return;
  sale->changed = true;
  if (sale->load.epoch == before || sale->credit_no <= kCreditsKept) return;
  credits_.forget(sale->uid, sale->credit_no - kCreditsKept);
}

void LoadRunner::run(LiveStep& step) {
  step.done = false;
  TouchedSale* sale = sales_.find(SaleKey(step.sale));
  if (sale == nullptr) return;
  const LoadState before = sale->load;
  end_load(sale->load, step);
  if (sale->load != before) sale->changed = true;
}

void LoadRunner::finish(LiveStep& step) {
  const TouchedSale* sale = step.done ? sales_.find(SaleKey(step.sale)) : nullptr;
  if (sale != nullptr) step.credit_no = sale->credit_no;
}

}  // namespace allot::sqlite
