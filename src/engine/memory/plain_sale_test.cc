// The rules of PlainSale (they are compiled into the tests only).
#include "engine/memory/plain_sale.h"

namespace allot {
namespace {

std::map<std::string, std::int64_t> by_pool(const std::vector<Item>& items) {
  std::map<std::string, std::int64_t> sum;
  for (const Item& item : items) sum[item.pool] += item.units;
  return sum;
}

std::vector<Item> owned(std::span<const ItemView> items) {
  std::vector<Item> copy;
  for (const ItemView& item : items) copy.push_back({std::string(item.pool), item.units});
  return copy;
}

}  // namespace

PlainAnswer PlainSale::known(const PlainClaim& claim, const ClaimRequest& ask, Millis now) const {
  PlainAnswer answer{.rests_on = claim.seq};
  const bool same =
      claim.user == ask.user && by_pool(claim.items) == by_pool(owned(ask.items)) && claim.if_version == ask.if_version;
  if (!claim.user.empty() && !same) {
    answer.verdict = Verdict::kIdConflict;
    return answer;
  }
  const bool over = claim.state == ClaimState::kHeld && claim.expires_at != 0 && claim.expires_at <= now;
  answer.state = over ? ClaimState::kReleased : claim.state;
  answer.verdict = answer.state == ClaimState::kReleased ? Verdict::kReleased : Verdict::kReplayed;
  answer.incomplete = claim.extra && answer.state != ClaimState::kReleased;
  answer.claim = claim.id;
  answer.items = claim.items;
  answer.created_at = claim.created_at;
  answer.expires_at = claim.expires_at;
  return answer;
}

PlainAnswer PlainSale::decide(const ClaimRequest& ask, Millis now, bool frozen, std::uint64_t entry_seq) {
  const std::string user(ask.user);
  if (ask.id.empty() && definition.claims_per_user != 1) return {.verdict = Verdict::kInvalid, .field = "id"};
  if (const auto no = find(std::string(ask.id)); !ask.id.empty() && no) return known(claims[*no], ask, now);
  if (switched() == SaleSwitch::kClosed) return {.verdict = Verdict::kClosed};
  if (now < definition.starts_at) return {.verdict = Verdict::kNotStarted};
  if (definition.ends_at != 0 && now >= definition.ends_at) return {.verdict = Verdict::kEnded};
  if (switched() == SaleSwitch::kPaused) return {.verdict = Verdict::kPaused};

  std::int64_t live = 0;
  std::int64_t units = 0;
  const PlainClaim* newest = nullptr;
  const PlainClaim* newest_live = nullptr;
  for (const PlainClaim& claim : claims) {
    if (claim.user != user) continue;
    newest = &claim;
    if (!claim.live()) continue;
    newest_live = &claim;
    ++live;
    units += claim.units();
  }
  if (definition.claims_per_user != 0 && live >= definition.claims_per_user) {
    return {.verdict = Verdict::kAlreadyClaimed, .claim = newest_live->id, .rests_on = newest_live->seq};
  }
  std::int64_t sum = 0;
  for (const ItemView& item : ask.items) sum += item.units;
  if (definition.units_per_user != 0 && units + sum > definition.units_per_user) {
    return {.verdict = Verdict::kLimitReached,
            .remaining = std::max<std::int64_t>(0, definition.units_per_user - units),
            .rests_on = newest == nullptr ? 0 : newest->seq};
  }
  if (ask.if_version && *ask.if_version != version) return {.verdict = Verdict::kVersionConflict, .version = version};
  for (const ItemView& item : ask.items) {
    if (!is_pool(std::string(item.pool))) return {.verdict = Verdict::kUnknownPool, .pool = std::string(item.pool)};
  }
  bool pool_short = false;
  PlainAnswer answer{.items = owned(ask.items)};
  for (const Item& item : answer.items) {
    answer.left.push_back({item.pool, left(item.pool)});
    pool_short = pool_short || left(item.pool) < item.units;
  }
  const bool total_short = has("*") && left("*") < sum;
  if (pool_short || total_short) {
    return {.verdict = Verdict::kSoldOut, .left = answer.left, .total_short = !pool_short};
  }
  if (frozen) return {.verdict = Verdict::kUnavailable, .claim = std::string(ask.id)};

  begin(entry_seq);
  if (definition.versioned) ++version;
  const std::string id = ask.id.empty() ? std::to_string(ask.fresh_id) : std::string(ask.id);
  const Millis end = definition.hold_seconds == 0 ? 0 : now + definition.hold_seconds * 1000;
  const ClaimState state = definition.hold_seconds == 0 ? ClaimState::kConfirmed : ClaimState::kHeld;
  claims.push_back({entry_seq, id, user, answer.items, by_pool(answer.items), ask.if_version, version, state, now, end,
                    !ask.ref.empty() || !ask.meta.empty()});
  answer.verdict = Verdict::kAccepted;
  answer.claim = id;
  answer.state = state;
  for (Item& each : answer.left) each.units = left(each.pool);
  answer.created_at = now;
  answer.expires_at = end;
  answer.version = version;
  answer.rests_on = entry_seq;
  return answer;
}

PlainStep& PlainSale::begin(std::uint64_t entry_seq) {
  if (entry_seq > seq) {
    seq = entry_seq;
    steps.push_back({seq, version, definition, std::nullopt, {}});
  }
  return steps.back();
}

PlainOrderAnswer PlainSale::restock(const RestockChange& ask) {
  for (const PlainRestock& each : restocks) {
    if (each.change.id != ask.id) continue;
    const bool same = each.change.pool == ask.pool && each.change.units == ask.units &&
                      each.change.moves_total == ask.moves_total && each.change.if_version == ask.if_version;
    if (!same) return {.verdict = Verdict::kIdConflict, .rests_on = each.seq};
    return {.replayed = true, .left = each.change.left, .rests_on = each.seq};
  }
  if (switched() == SaleSwitch::kClosed) return {.verdict = Verdict::kClosed};
  if (ask.if_version && *ask.if_version != version) return {.verdict = Verdict::kVersionConflict};
  if (!has(ask.pool)) return {.verdict = Verdict::kUnknownPool};
  for (const std::string& pool : {ask.pool, std::string(ask.moves_total && has("*") ? "*" : ask.pool)}) {
    if (stocked[pool] + ordered(pool, true) + ask.units > limits::kStockMax) {
      return {.verdict = Verdict::kInvalid, .field = "units"};
    }
    if (ask.units < 0 && left(pool) + ask.units < 0) return {.verdict = Verdict::kInsufficient};
  }
  begin(seq + 1);
  ++version;
  restocks.push_back({seq, ask});
  restocks.back().change.left = left(ask.pool) + ordered(ask.pool, false);
  return {.changed = true, .left = restocks.back().change.left, .rests_on = seq};
}

PlainOrderAnswer PlainSale::turn(SaleSwitch value) {
  if (value == SaleSwitch::kPaused && switched() == SaleSwitch::kClosed) return {.verdict = Verdict::kClosed};
  if (switched() == value) {
    PlainOrderAnswer answer;
    for (const PlainStep& step : steps) answer.rests_on = step.switched ? step.seq : answer.rests_on;
    return answer;
  }
  begin(seq + 1).switched = value;
  return {.changed = true, .rests_on = seq};
}

PlainOrderAnswer PlainSale::patch(const SalePatch& patch) {
  if (patch.if_version && *patch.if_version != version) return {.verdict = Verdict::kVersionConflict};
  for (const auto& [name, units] : patch.pools) {
    if (is_pool(name)) return {.verdict = Verdict::kInvalid, .field = "pools." + name};
  }
  const Millis starts = patch.starts_at.value_or(definition.starts_at);
  const Millis ends = patch.ends_at.value_or(definition.ends_at);
  if (starts != 0 && ends != 0 && starts >= ends) {
    return {.verdict = Verdict::kInvalid, .field = patch.ends_at ? "ends_at" : "starts_at"};
  }
  begin(seq + 1).new_pools = patch.pools;
  ++version;
  definition.starts_at = starts;
  definition.ends_at = ends;
  definition.claims_per_user = patch.claims_per_user.value_or(definition.claims_per_user);
  definition.units_per_user = patch.units_per_user.value_or(definition.units_per_user);
  definition.hold_seconds = patch.hold_seconds.value_or(definition.hold_seconds);
  std::map<std::string, std::int64_t> sorted(definition.pools.begin(), definition.pools.end());
  sorted.insert(patch.pools.begin(), patch.pools.end());
  definition.pools.assign(sorted.begin(), sorted.end());
  return {.changed = true, .rests_on = seq};
}

PlainOrderAnswer PlainSale::bar(const std::string& id, Millis now) {
  if (const auto no = find(id)) return {.rests_on = claims[*no].seq};
  begin(seq + 1);
  claims.push_back({.seq = seq, .id = id, .state = ClaimState::kReleased, .created_at = now});
  return {.changed = true, .rests_on = seq};
}

/// Stock that was ordered counts in the ledger from here on; the hot counters get it by credit.
void PlainSale::settle(std::uint64_t upto) {
  for (PlainRestock& each : restocks) {
    if (each.seq == 0 || each.seq > upto) continue;
    stocked[each.change.pool] += each.change.units;
    if (each.change.pool != "*" && each.touches("*") && has("*")) stocked["*"] += each.change.units;
    each.seq = 0;
  }
  for (PlainClaim& claim : claims) claim.seq = claim.seq <= upto ? 0 : claim.seq;
  while (!steps.empty() && steps.front().seq <= upto) {
    for (const auto& [name, units] : steps.front().new_pools) stocked[name] += units;
    ledger_switch = steps.front().switched.value_or(ledger_switch);
    steps.erase(steps.begin());
  }
}

void PlainSale::take_back() {
  const PlainStep last = steps.back();
  steps.pop_back();
  std::erase_if(claims, [&](const PlainClaim& claim) { return claim.seq == last.seq; });
  std::erase_if(restocks, [&](const PlainRestock& each) { return each.seq == last.seq; });
  version = last.version;
  definition = last.definition;
  seq = last.seq - 1;
}

}  // namespace allot
