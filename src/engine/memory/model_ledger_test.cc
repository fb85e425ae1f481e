// The little ledger of ModelRun: what is settled, what is given back, what is loaded.
#include "engine/memory/model_run.h"
#include "engine/memory/sale_fixture.h"

namespace allot {

void ModelRun::credit(std::vector<CreditChange> changes) {
  if (changes.empty()) return;
  const Credit credit{7, ++credit_no_, std::move(changes)};
  hot_->apply(credit);
  if (one_in(4)) hot_->apply(credit);  // the second time it is an old one
}

void ModelRun::settle_some(std::size_t count) {
  doing_ = "commit";
  std::vector<CreditChange> changes;
  const auto give = [&](const std::string& pool, std::int64_t units) {
    changes.emplace_back(PoolCredit{pool, units});
    plain_.given[pool] += units;
  };
  std::uint64_t upto = 0;
  for (; count > 0 && !outbox_.empty(); --count, outbox_.pop_front()) {
    upto = outbox_.front()->seq;
    for (const EntryChange& change : outbox_.front()->changes) {
      if (const auto* restock = std::get_if<RestockChange>(&change); restock != nullptr && restock->units > 0) {
        give(restock->pool, restock->units);
        if (restock->moves_total && restock->pool != "*" && plain_.has("*")) give("*", restock->units);
      }
      if (const auto* patch = std::get_if<DefinitionChange>(&change)) {
        for (const auto& [name, units] : patch->new_pools) give(name, units);
      }
    }
  }
  if (upto == 0) return;
  plain_.settle(upto);
  hot_->settled(upto);
  credit(std::move(changes));
}

/// Confirms, extends, releases or gives back a part of a claim that is in the ledger.
void ModelRun::change_a_claim() {
  doing_ = "step of the ledger";
  if (plain_.claims.empty()) return;
  const auto no = static_cast<ClaimNo>(up_to(static_cast<std::int64_t>(plain_.claims.size()) - 1));
  PlainClaim& claim = plain_.claims[no];
  if (claim.seq != 0 || !claim.live()) return;
  std::vector<Item> back;
  const std::int64_t dice = up_to(3);
  if (dice == 0 && claim.state == ClaimState::kHeld && claim.expires_at > now_) {
    claim.state = ClaimState::kConfirmed;
    claim.expires_at = 0;
  } else if (dice == 1 && claim.state == ClaimState::kHeld && claim.expires_at > now_) {
    claim.expires_at = std::max(claim.expires_at, now_ + 1000 * (1 + up_to(4)));
  } else if (dice == 2) {
    back.push_back({claim.still.begin()->first, 1});
    if (--claim.still.begin()->second == 0) claim.still.erase(claim.still.begin());
  } else {
    for (const auto& [pool, units] : claim.still) back.push_back({pool, units});
    claim.still.clear();
  }
  if (claim.still.empty()) claim.state = ClaimState::kReleased;
  credit({ClaimCredit{no, claim.id, claim.state, claim.expires_at, back}});
}

void ModelRun::expire() {
  doing_ = "expire";
  Millis next = 0;
  std::vector<CreditChange> changes;
  for (const ClaimNo no : hot_->due(now_, 100, next)) {
    check(no < plain_.claims.size(), "due names a claim that exists");
    PlainClaim& claim = plain_.claims[no];
    check(claim.state == ClaimState::kHeld && claim.expires_at <= now_, "due names what is due");
    if (claim.seq != 0) continue;
    std::vector<Item> back;
    for (const auto& [pool, units] : claim.still) back.push_back({pool, units});
    claim.still.clear();
    claim.state = ClaimState::kReleased;
    changes.emplace_back(ClaimCredit{no, claim.id, claim.state, claim.expires_at, back});
  }
  credit(std::move(changes));
}

void ModelRun::resume() {
  doing_ = "resume";
  if (plain_.ledger_switch != SaleSwitch::kPaused) return;
  plain_.ledger_switch = SaleSwitch::kOpen;
  credit({SwitchCredit{SaleSwitch::kOpen}});
}

/// The process dies: what was not in the ledger is gone.
void ModelRun::rebuild() {
  doing_ = "rebuild";
  while (!plain_.steps.empty()) plain_.take_back();
  outbox_.clear();
  plain_.seq = 0;
  ++epoch_;
  load();
}

void ModelRun::load() {
  SaleState state = ledger_state();
  std::vector<StoredClaim> claims = ledger_claims();
  if (fault_.at_load) fault_.at_load(state, claims);
  hot_ = load_sale(state, std::move(claims));
  if (fault_.around) hot_ = fault_.around(std::move(hot_));
}

SaleState ModelRun::ledger_state() const {
  SaleState state = fresh_state(plain_.definition);
  const auto figures = [&](const std::string& pool) {
    const std::int64_t stocked = plain_.stocked.at(pool);
    return PoolState{pool, stocked, stocked - plain_.ledger_left(pool), 0};
  };
  for (PoolState& pool : state.pools) pool = figures(pool.pool);
  if (state.total) state.total = figures("*");
  state.epoch = epoch_;
  state.credit_no = credit_no_;
  state.version = plain_.version;
  state.switched = plain_.ledger_switch;
  state.claims = static_cast<ClaimNo>(plain_.claims.size());
  for (const PlainRestock& each : plain_.restocks) state.restocks.push_back(each.change);
  return state;
}

std::vector<StoredClaim> ModelRun::ledger_claims() const {
  std::vector<StoredClaim> rows;
  for (const PlainClaim& claim : plain_.claims) {
    StoredClaim row;
    row.no = static_cast<ClaimNo>(rows.size());
    row.id = claim.id;
    row.user = claim.user;
    row.state = claim.state;
    row.if_version = claim.if_version;
    row.version = claim.version;
    row.created_at = claim.created_at;
    row.expires_at = claim.expires_at;
    row.has_extra = claim.extra;
    for (const Item& item : claim.items) {
      const std::int64_t still = PlainSale::taken(claim, item.pool);
      row.items.push_back({item.pool, still, item.units - still});
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace allot
