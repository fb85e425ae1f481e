#include "engine/memory/memory_sale.h"

#include <algorithm>
#include <cassert>

namespace allot {

MemorySale::MemorySale(const SaleState& state, ClaimSource& claims, MemorySeeds seeds)
    : hash_(seeds.hash),
      nonce_state_(seeds.nonce),
      uid_(state.uid),
      epoch_(state.epoch),
      seq_(state.seq),
      credit_no_(state.credit_no),
      version_(state.version),
      settled_switch_(state.switched),
      switch_(state.switched),
      definition_(state.definition) {
  for (const PoolState& pool : state.pools) {
    pools_.add(pool.pool, {.left = pool.stocked - pool.taken, .stocked = pool.stocked});
  }
  if (state.total) {
    pools_.total = Counter{.left = state.total->stocked - state.total->taken, .stocked = state.total->stocked};
  }
  for (const RestockChange& restock : state.restocks) restocks_.emplace(restock.id, KnownRestock{restock, 0});
  StoredClaim stored;
  while (claims.next(stored)) {
    assert(state.partial ? stored.no < state.claims : stored.no == claims_.size());
    load_claim(stored);
  }
  assert(claims_.size() <= state.claims);
  assert((state.partial || claims_.size() == state.claims) && "the ledger's claims have no gaps");
  unloaded_ = state.claims - claims_.size();
}

void MemorySale::load_claim(const StoredClaim& stored) {
  taken_.clear();
  std::int64_t units = 0;
  for (const StoredClaim::Line& line : stored.items) {
    const std::uint32_t pool = pools_.find(line.pool);
    assert(pool != kNoRecord);
    taken_.push_back({static_cast<std::uint16_t>(pool), static_cast<std::uint32_t>(line.units + line.given_back)});
    units += line.units;
  }
  ClaimRecord record{.created_at = stored.created_at,
                     .expires_at = stored.expires_at,
                     .state = stored.state,
                     .has_extra = stored.has_extra};
  if (!stored.user.empty()) {
    const std::uint64_t user_hash = hash_(stored.user);
    record.user = users_.find(stored.user, user_hash);
    if (record.user == kNoRecord) record.user = users_.add(stored.user, user_hash);
    users_[record.user].live_units += units;
    if (stored.state != ClaimState::kReleased) ++users_[record.user].live_claims;
  }
  const std::uint64_t id_hash = hash_(stored.id);
  assert(claims_.find(stored.id, id_hash) == kNoRecord && "an id is unique within its sale");
  add_claim(stored.id, id_hash, stored.if_version, record);
}

void MemorySale::settled(std::uint64_t seq) {
  while (!unsettled_.empty() && unsettled_.oldest().seq <= seq) {
    settled_switch_ = unsettled_.oldest().switched.value_or(settled_switch_);
    unsettled_.pop_oldest();
  }
}

HotStock MemorySale::stock() const {
  HotStock stock;
  stock.pools.reserve(definition_.pools.size());
  for (const auto& pool : definition_.pools) {
    const std::uint32_t number = pools_.find(pool.first);
    stock.pools.emplace_back(pools_.name(number), pools_[number].left);
  }
  if (pools_.total) stock.total = pools_.total->left;
  return stock;
}

std::optional<HotClaim> MemorySale::find(std::string_view claim) const {
  const ClaimNo no = claims_.find(claim, hash_(claim));
  if (no == kNoRecord) return std::nullopt;
  return HotClaim{no, claims_[no].state, claims_[no].expires_at, rests_on(no)};
}

HotUser MemorySale::user(std::string_view name) const {
  HotUser found;
  const std::uint32_t user = users_.find(name, hash_(name));
  if (user == kNoRecord) return found;
  found.live_claims = users_[user].live_claims;
  found.live_units = users_[user].live_units;
  for (ClaimNo no = users_[user].newest; no != kNoRecord; no = claims_[no].previous) found.claims.push_back(no);
  std::reverse(found.claims.begin(), found.claims.end());
  return found;
}

/// Not so once it was confirmed, released, extended or taken back.
bool MemorySale::still_held(const Expiry& expiry) const {
  return expiry.no < claims_.size() && claims_[expiry.no].state == ClaimState::kHeld &&
         claims_[expiry.no].expires_at == expiry.at;
}

std::vector<ClaimNo> MemorySale::due(Millis now, std::size_t limit, Millis& next) {
  std::erase_if(named_, [&](const Expiry& expiry) { return !still_held(expiry); });
  // Taken back and accepted again in the same millisecond: the heap may hold the same end twice.
  const auto named_already = [&](const Expiry& expiry) { return !named_.empty() && named_.back() == expiry; };
  const auto drop_stale = [&] {
    while (!expiries_.empty() && (!still_held(expiries_.top()) || named_already(expiries_.top()))) expiries_.pop();
  };
  for (drop_stale(); !expiries_.empty() && expiries_.top().at <= now && named_.size() < limit; drop_stale()) {
    named_.push_back(expiries_.top());
    expiries_.pop();
  }
  std::vector<ClaimNo> claims;
  claims.reserve(std::min(limit, named_.size()));
  for (const Expiry& expiry : named_) {
    if (claims.size() == limit || expiry.at > now) break;
    claims.push_back(expiry.no);
  }
  next = claims.size() < named_.size() ? named_[claims.size()].at : expiries_.empty() ? 0 : expiries_.top().at;
  return claims;
}

}  // namespace allot
