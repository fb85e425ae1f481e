// The comparisons of ModelRun.
#include <stdexcept>

#include "engine/memory/model_run.h"

namespace allot {

void ModelRun::check(bool same, const std::string& what) const {
  if (!same) throw std::runtime_error(what);
}

void ModelRun::check_decision(const Decision& hot, const PlainAnswer& plain) const {
  const std::string verdict(verdict_name(plain.verdict));
  check(hot.verdict == plain.verdict, "verdict " + std::string(verdict_name(hot.verdict)) + ", expected " + verdict);
  check(hot.claim == plain.claim, verdict + ": claim");
  check(hot.rests_on == plain.rests_on, verdict + ": rests on");
  check(hot.pool == plain.pool && hot.field == plain.field, verdict + ": pool, field");
  check(hot.remaining == plain.remaining && hot.version == plain.version, verdict + ": remaining, version");
  check(hot.created_at == plain.created_at && hot.expires_at == plain.expires_at, verdict + ": times");
  check(hot.state == plain.state && hot.incomplete == plain.incomplete, verdict + ": state");
  check((hot.detail == "the sale's total is sold out") == plain.total_short, verdict + ": detail");
  check(hot.items.size() == plain.items.size() && hot.left.size() == plain.left.size(), verdict + ": lengths");
  for (std::size_t i = 0; i < hot.items.size(); ++i) {
    check(hot.items[i].pool == plain.items[i].pool && hot.items[i].units == plain.items[i].units, verdict + ": items");
  }
  for (std::size_t i = 0; i < hot.left.size(); ++i) {
    check(hot.left[i].pool == plain.left[i].pool && hot.left[i].left == plain.left[i].units, verdict + ": left");
  }
}

void ModelRun::check_entry(const ClaimBatch& batch, std::size_t claims_before) const {
  const Entry& entry = *batch.entry;
  check(entry.uid == 7 && entry.epoch == epoch_ && entry.seq == plain_.seq && entry.version == plain_.version, "entry");
  check(outbox_.empty() || outbox_.back()->nonce != entry.nonce, "a nonce is used once");
  check(entry.changes.empty() && claims_before + entry.claims.size() == plain_.claims.size(), "rows of the entry");
  for (std::size_t i = 0; i < entry.claims.size(); ++i) {
    const AcceptedClaim& row = entry.claims[i];
    const PlainClaim& plain = plain_.claims[claims_before + i];
    check(row.no == claims_before + i && row.id == plain.id && row.user == plain.user, "row: no, id, user");
    check(row.if_version == plain.if_version && row.version == plain.version, "row: versions");
    check(row.state == plain.state && row.created_at == plain.created_at && row.expires_at == plain.expires_at, "row");
    check(row.ref.empty() != plain.extra && row.items.size() == plain.items.size(), "row: ref, number of items");
    for (std::size_t k = 0; k < row.items.size(); ++k) {
      check(row.items[k].pool == plain.items[k].pool && row.items[k].units == plain.items[k].units, "row: items");
    }
  }
}

void ModelRun::check_all() {
  check_stock();
  check_owners();
  check_due();
}

/// Hot is never above the ledger, never below nothing, and equal when nothing is on its way.
void ModelRun::check_stock() {
  const HotStock stock = hot_->stock();
  check(stock.pools.size() == plain_.definition.pools.size(), "number of pools");
  check(stock.total.has_value() == plain_.definition.total.has_value(), "total");
  const auto compare = [&](const std::string& pool, std::int64_t left) {
    check(left == plain_.left(pool),
          "left of " + pool + " is " + std::to_string(left) + ", expected " + std::to_string(plain_.left(pool)));
    check(left >= 0, "oversold " + pool);
    if (plain_.stocked.contains(pool)) check(left <= plain_.ledger_left(pool), "hot above the ledger in " + pool);
    if (outbox_.empty()) check(left == plain_.ledger_left(pool), "conservation of " + pool);
  };
  for (std::size_t i = 0; i < stock.pools.size(); ++i) {
    check(stock.pools[i].first == plain_.definition.pools[i].first, "order of the pools");
    compare(plain_.definition.pools[i].first, stock.pools[i].second);
  }
  if (stock.total) compare("*", *stock.total);
}

void ModelRun::check_owners() {
  std::map<std::string, HotUser> users;
  for (int i = 0; i < 6; ++i) users["u" + std::to_string(i)];
  for (ClaimNo no = 0; no < plain_.claims.size(); ++no) {
    const PlainClaim& claim = plain_.claims[no];
    const auto hot = hot_->find(claim.id);
    check(hot && hot->no == no && hot->state == claim.state && hot->expires_at == claim.expires_at, "find " + claim.id);
    check(hot->rests_on == claim.seq, "what " + claim.id + " rests on");
    if (claim.user.empty()) continue;
    HotUser& user = users[claim.user];
    user.claims.push_back(no);
    user.live_claims += claim.live() ? 1 : 0;
    user.live_units += claim.units();
  }
  for (int i = 0; i < 30; ++i) {
    const std::string id = "c" + std::to_string(i);
    check(hot_->find(id).has_value() == plain_.find(id).has_value(), "only what exists is found: " + id);
  }
  for (const auto& [name, plain] : users) {
    const HotUser hot = hot_->user(name);
    check(hot.claims == plain.claims, "claims of " + name);
    check(hot.live_claims == plain.live_claims && hot.live_units == plain.live_units, "what is live of " + name);
  }
}

void ModelRun::check_due() {
  std::vector<std::pair<Millis, ClaimNo>> ends;
  for (ClaimNo no = 0; no < plain_.claims.size(); ++no) {
    const PlainClaim& claim = plain_.claims[no];
    if (claim.state == ClaimState::kHeld && claim.expires_at != 0) ends.emplace_back(claim.expires_at, no);
  }
  std::sort(ends.begin(), ends.end());
  const auto limit = static_cast<std::size_t>(1 + up_to(5));
  std::vector<ClaimNo> expected;
  for (const auto& [at, no] : ends) {
    if (at <= now_ && expected.size() < limit) expected.push_back(no);
  }
  Millis next = -1;
  check(hot_->due(now_, limit, next) == expected, "due");
  check(next == (expected.size() < ends.size() ? ends[expected.size()].first : 0), "next end after those");
}

}  // namespace allot
