#include "ledger/database/transaction.h"

#include "ledger/database/kept_credits.h"

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
    : engine_(engine),
      connection_(connection),
      sales_(connection, engine),
      entries_(connection, sales_),
      settler_(connection, sales_),
      sale_steps_(connection, sales_, engine),
      decider_(connection, sales_, entries_, settler_, engine),
      loads_(connection, sales_) {}

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
  if (engine_ == EngineKind::kRedis) finish(work);
}

// For the other processes that share the hot copy.
void Transaction::finish(Work& work) {
  keep_credits(connection_, work.credits);
  for (Step& step : work.steps) {
    if (auto* live = std::get_if<LiveStep>(&step)) loads_.finish(*live);
  }
  work.standings = sales_.standings();
}

std::size_t Transaction::end_of_settling(const std::vector<Step>& steps, std::size_t first) const {
  std::size_t end = first;
  while (end < steps.size() && settles(steps[end])) ++end;
  return end;
}

void Transaction::run(EntryStep& step) {
  step.fate = entries_.record(step.entry);
  step.recorded = is_recorded(step.fate);
  if (const TouchedSale* sale = sales_.find(step.entry->uid)) step.stands = sale->load.mark;
}

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
