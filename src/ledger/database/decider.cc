#include "ledger/database/decider.h"

#include <algorithm>

#include "core/limits.h"
#include "ledger/database/claim_finder.h"
#include "ledger/database/record_source.h"
#include "ledger/database/sale_states.h"

namespace allot::database {
namespace {

// Those that have one of the ids or belong to one of the users, once each, in the order of their numbers.
std::vector<ClaimRecord> claims_to_show(Connection& connection, const DecideStep& step, SaleUid uid) {
  ClaimFinder finder;
  for (const std::string_view id : step.ids) finder.want_id(uid, id);
  for (const std::string_view user : step.users) finder.want_user(uid, user);
  std::vector<ClaimRecord> records = finder.read(connection);
  std::ranges::sort(records, {}, &ClaimRecord::no);
  const auto rest = std::ranges::unique(records, {}, &ClaimRecord::no);
  records.erase(rest.begin(), rest.end());
  return records;
}

}  // namespace

void Decider::run(DecideStep& step) {
  if (step.decide && engine_ == EngineKind::kRedis) {
    throw Divergence("sale '" + step.sale +
                     "': it is decided by its hot copy, not by the ledger; nothing was recorded");
  }
  TouchedSale* sale = sales_.find(step.sale);
  step.outcome = DecideStep::Outcome::kUnknownSale;
  if (sale == nullptr) return;
  step.now = std::max(step.now, sale->newest_at);
  const ClaimSettler::Expired expired = settler_.release_overdue(*sale, step.now, limits::kExpiriesPerStepMax);
  if (expired.released > 0) {
    sale->newest_at = step.now;
    settler_.flush();
    sales_.write_pools(*sale);
  }
  step.outcome = DecideStep::Outcome::kMoreOverdue;
  if (expired.more) return;
  if (step.decide) decide(step, *sale);
  step.outcome = DecideStep::Outcome::kDecided;
}

// The sale's own row is written last of all, so what stands in it is taken from memory.
void Decider::decide(DecideStep& step, TouchedSale& sale) {
  std::optional<SaleState> state = read_sale_to_decide(connection_, sale.uid, step.restock);
  if (!state) throw Divergence("sale '" + sale.sale + "': its row has vanished under its lock");
  state->switched = sale.switched;
  state->epoch = sale.load.epoch;
  state->seq = sale.load.mark.seq;
  state->mark = sale.load.mark;
  state->credit_no = sale.credit_no;
  state->version = sale.version;
  state->claims = sale.claims;
  RecordSource source(claims_to_show(connection_, step, sale.uid));
  const std::shared_ptr<const Entry> entry = step.decide(*state, source, step.now);
  if (entry == nullptr) return;
  if (entry->uid != sale.uid || entries_.record(entry) != EntryFate::kRecorded) {
    throw Divergence("sale '" + sale.sale + "': what was decided is not its next entry; nothing was recorded");
  }
  sale.newest_at = step.now;
}

}  // namespace allot::database
