#include "ledger/database/transaction.h"

namespace allot::database {
namespace {

bool settles(const Step& step) {
  return std::visit(
      [](const auto& each) {
        using Each = std::decay_t<decltype(each)>;
        return requires(ClaimSettler & settler, Each & one) { settler.settle(one); };
      },
      step);
}

}  // namespace

Transaction::Transaction(Connection& connection, EngineKind engine)
    : sales_(connection, engine),
      entries_(connection, sales_),
      settler_(connection, sales_),
      sale_steps_(connection, sales_, engine),
      decider_(connection, sales_, entries_, settler_) {}

// Neighbours that settle claims are read together, so that a thousand confirms are two round trips.
void Transaction::run(Work& work) {
  entries_.begin();
  settler_.begin();
  sales_.lock(work.steps);
  std::size_t prefetched = 0;
  for (std::size_t i = 0; i < work.steps.size(); ++i) {
    if (i >= prefetched && settles(work.steps[i])) {
      entries_.flush();
      prefetched = end_of_settling(work.steps, i);
      settler_.prefetch(std::span(work.steps).subspan(i, prefetched - i));
    }
    std::visit([this](auto& each) { run(each); }, work.steps[i]);
  }
  flush();
  sales_.write_back(work.credits);
}

std::size_t Transaction::end_of_settling(const std::vector<Step>& steps, std::size_t first) const {
  std::size_t end = first;
  while (end < steps.size() && settles(steps[end])) ++end;
  return end;
}

void Transaction::run(EntryStep& step) { step.recorded = entries_.record(step.entry); }

void Transaction::run(DecideStep& step) {
  flush();
  if (TouchedSale* sale = sales_.find(step.sale)) sales_.write_pools(*sale);
  decider_.run(step);
}

template <class OfSale>
requires requires(SaleSteps& steps, OfSale& step) { steps.run(step); }
void Transaction::run(OfSale& step) { sale_steps_.run(step); }

template <class Settling>
requires requires(ClaimSettler& settler, Settling& step) { settler.settle(step); }
void Transaction::run(Settling& step) { settler_.settle(step); }

void Transaction::flush() {
  entries_.flush();
  settler_.flush();
}

}  // namespace allot::database
