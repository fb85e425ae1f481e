#include "ledger/sqlite/decider.h"

#include "core/limits.h"

namespace allot::sqlite {

Decider::Decider(Connection& writer, TouchedSales& sales, EntryRecorder& entries, ClaimSettler& settler)
    : sales_(sales), entries_(entries), settler_(settler), states_(writer), claims_(writer) {}

void Decider::run(DecideStep& step) {
  step.outcome = DecideStep::Outcome::kUnknownSale;
  TouchedSale* sale = sales_.find(SaleKey(step.sale));
  if (sale == nullptr) return;
  entries_.flush();
  step.now = TouchedSales::time_in(*sale, step.now);
  step.outcome = DecideStep::Outcome::kMoreOverdue;
  if (!settler_.release_overdue(*sale, step.now, limits::kExpiriesPerStepMax)) return;
  step.outcome = DecideStep::Outcome::kDecided;
  if (step.decide) decide(step, *sale);
}

// What is decided must see what this transaction has done so far, so the sale's rows are brought up to date first.
void Decider::decide(DecideStep& step, TouchedSale& sale) {
  if (sale.changed) {
    sales_.write_pools(sale);
    sales_.write_row(sale);
  }
  const std::optional<SaleState> state = states_.read_part(sale.uid, step.restock);
  if (!state) throw Divergence("sale '" + sale.sale + "' has gone while its row was locked; nothing was recorded");
  const bool limited = state->definition.claims_per_user != 0 || state->definition.units_per_user != 0;
  static const std::vector<std::string_view> kNobody;
  claims_.pick(sale.uid, step.ids, limited ? step.users : kNobody);
  const std::shared_ptr<const Entry> entry = step.decide(*state, claims_, step.now);
  if (!entry) return;
  if (!entries_.record(*entry)) {
    throw Divergence("sale '" + sale.sale + "': entry " + std::to_string(entry->seq) + " of epoch " +
                     std::to_string(entry->epoch) + " is not the next one; nothing was recorded");
  }
  entries_.flush();  // before the entry goes
  sales_.note_time(sale, step.now);
}

}  // namespace allot::sqlite
