#include "ledger/sqlite/transaction.h"

namespace allot::sqlite {

Transaction::Transaction(Connection& writer, EngineKind engine)
    : engine_(engine),
      sales_(writer, engine),
      entries_(writer, sales_),
      settler_(writer, sales_),
      sale_steps_(writer, sales_, engine),
      decider_(writer, sales_, entries_, settler_, engine),
      credits_(writer),
      loads_(sales_, credits_) {}

void Transaction::run(Work& work) {
  sales_.begin();
  entries_.begin();
  for (Step& step : work.steps) {
    std::visit([this](auto& each) { run(each); }, step);
  }
  entries_.flush();
  sales_.write_back(work.credits);
  if (engine_ == EngineKind::kRedis) finish(work);
}

// For the other processes that share the hot copy.
void Transaction::finish(Work& work) {
  for (const Credit& credit : work.credits) credits_.keep(credit);
  for (Step& step : work.steps) {
    if (auto* live = std::get_if<LiveStep>(&step)) loads_.finish(*live);
  }
  work.standings = sales_.standings();
}

void Transaction::run(DecideStep& step) { decider_.run(step); }

void Transaction::run(EntryStep& step) {
  step.fate = entries_.record(*step.entry);
  step.recorded = is_recorded(step.fate);
  if (const TouchedSale* sale = sales_.find(step.entry->uid)) step.stands = sale->load.mark;
}

// Whatever is not an entry reads rows, so those of the entries before it must be there.
template <class Settling>
void Transaction::run(Settling& step) {
  entries_.flush();
  if constexpr (requires { settler_.settle(step); }) {
    settler_.settle(step);
  } else if constexpr (requires { loads_.run(step); }) {
    loads_.run(step);
  } else {
    sale_steps_.run(step);
  }
}

}  // namespace allot::sqlite
