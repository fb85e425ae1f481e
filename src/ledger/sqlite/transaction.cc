#include "ledger/sqlite/transaction.h"

namespace allot::sqlite {

Transaction::Transaction(Connection& writer, EngineKind engine)
    : sales_(writer, engine),
      entries_(writer, sales_),
      settler_(writer, sales_),
      sale_steps_(writer, sales_, engine),
      decider_(writer, sales_, entries_, settler_) {}

void Transaction::run(Work& work) {
  sales_.begin();
  entries_.begin();
  for (Step& step : work.steps) {
    std::visit([this](auto& each) { run(each); }, step);
  }
  entries_.flush();
  sales_.write_back(work.credits);
}

void Transaction::run(DecideStep& step) { decider_.run(step); }

void Transaction::run(EntryStep& step) { step.recorded = entries_.record(*step.entry); }

// Whatever is not an entry reads rows, so those of the entries before it must be there.
template <class Settling>
void Transaction::run(Settling& step) {
  entries_.flush();
  if constexpr (requires { settler_.settle(step); }) {
    settler_.settle(step);
  } else {
    sale_steps_.run(step);
  }
}

}  // namespace allot::sqlite
