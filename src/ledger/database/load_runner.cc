#include "ledger/database/load_runner.h"

#include "ledger/database/kept_credits.h"
#include "ledger/load_steps.h"

namespace allot::database {

void LoadRunner::run(FenceStep& step) {
  step.outcome = FenceStep::Outcome::kUnknownSale;
  TouchedSale* sale = sales_.find(step.sale);
  if (sale == nullptr) return;
  step.uid = sale->uid;
  const std::uint32_t before = sale->load.epoch;
  begin_load(sale->load, step);
  if (step.outcome != FenceStep::Outcome::kMine) return;
  sale->changed = true;
  if (sale->load.epoch == before || sale->credit_no <= kCreditsKept) return;
  forget_credits(connection_, sale->uid, sale->credit_no - kCreditsKept);
}

void LoadRunner::run(LiveStep& step) {
  step.done = false;
  TouchedSale* sale = sales_.find(step.sale);
  if (sale == nullptr) return;
  const LoadState before = sale->load;
  end_load(sale->load, step);
  if (sale->load != before) sale->changed = true;
}

void LoadRunner::finish(LiveStep& step) {
  const TouchedSale* sale = step.done ? sales_.find(step.sale) : nullptr;
  if (sale != nullptr) step.credit_no = sale->credit_no;
}

}  // namespace allot::database
