// Restrictions other than claims: checks first, then one entry.
#include <algorithm>
#include <array>

#include "core/limits.h"
#include "engine/memory/memory_sale.h"

namespace allot {
namespace {

constexpr std::size_t kNoRows = 64;  // an order's entry keeps its text outside the arena

template <class... Handlers>
struct Overloaded : Handlers... {
  using Handlers::operator()...;
};

bool same_restock(const RestockChange& known, const HotOrder::Restock& ask) {
  return known.pool == ask.pool && known.units == ask.units && known.moves_total == ask.moves_total &&
         known.if_version == ask.if_version;
}

bool invalid(HotOrder& order, std::string field, std::string detail) {
  order.verdict = Verdict::kInvalid;
  order.field = std::move(field);
  order.detail = std::move(detail);
  return true;
}

/// The definition as it would be, with its pools in order.
SaleDefinition changed_by(const SaleDefinition& before, const SalePatch& patch) {
  SaleDefinition after = before;
  if (patch.claims_per_user) after.claims_per_user = *patch.claims_per_user;
  if (patch.units_per_user) after.units_per_user = *patch.units_per_user;
  if (patch.starts_at) after.starts_at = *patch.starts_at;
  if (patch.ends_at) after.ends_at = *patch.ends_at;
  if (patch.hold_seconds) after.hold_seconds = *patch.hold_seconds;
  after.pools.insert(after.pools.end(), patch.pools.begin(), patch.pools.end());
  std::sort(after.pools.begin(), after.pools.end());
  return after;
}

}  // namespace

void MemorySale::order(HotOrder& order, std::function<void()> done) {
  order.verdict = Verdict::kOk;
  order.entry = nullptr;
  std::visit(Overloaded{[&](const HotOrder::Pause&) { pause(order); }, [&](const HotOrder::Close&) { close(order); },
                        [&](const HotOrder::Restock& ask) { restock(order, ask); },
                        [&](const HotOrder::Patch& ask) { patch(order, ask.patch); },
                        [&](const HotOrder::Bar& ask) { bar(order, ask); }},
             order.what);
  order.version = version_;
  if (order.entry) {
    order.entry->version = version_;
    order.rests_on = seq_;
  }
  if (done) done();
}

void MemorySale::pause(HotOrder& order) {
  if (switch_ == SaleSwitch::kClosed) {
    order.verdict = Verdict::kClosed;
    return;
  }
  turn(order, SaleSwitch::kPaused);
}

void MemorySale::close(HotOrder& order) { turn(order, SaleSwitch::kClosed); }

void MemorySale::turn(HotOrder& order, SaleSwitch value) {
  if (switch_ == value) {
    const UndoPoint* const on_its_way = unsettled_.switched();
    order.rests_on = on_its_way != nullptr ? on_its_way->seq : 0;
    return;
  }
  open_entry(order).changes.emplace_back(SwitchChange{value});
  unsettled_.newest().switched = value;
  switch_ = value;
}

void MemorySale::restock(HotOrder& order, const HotOrder::Restock& ask) {
  if (restock_known(order, ask) || restock_refused(order, ask)) return;
  Entry& entry = open_entry(order);
  const std::array<Counter*, 2> moved{
      counter(ask.pool), ask.moves_total && pools_.total && ask.pool != kTotalPool ? &*pools_.total : nullptr};
  for (Counter* each : moved) {
    if (each == nullptr) continue;
    each->stocked += ask.units;
    // What takes is decided here; what gives comes back as a credit.
    (ask.units > 0 ? each->coming : each->left) += ask.units;
  }
  order.left = moved[0]->shown() + moved[0]->coming;
  ++version_;
  RestockChange change{.id = std::string(ask.id),
                       .pool = std::string(ask.pool),
                       .units = ask.units,
                       .moves_total = ask.moves_total,
                       .if_version = ask.if_version,
                       .left = order.left};
  restocks_.emplace(change.id, KnownRestock{change, seq_});
  entry.changes.emplace_back(std::move(change));
}

/// The same restock again: the first answer, also when the sale is closed by now.
bool MemorySale::restock_known(HotOrder& order, const HotOrder::Restock& ask) const {
  const auto known = restocks_.find(std::string(ask.id));
  if (known == restocks_.end()) return false;
  order.rests_on = unsettled_.contains(known->second.seq) ? known->second.seq : 0;
  if (same_restock(known->second.change, ask)) {
    order.replayed = true;
    order.left = known->second.change.left;
  } else {
    order.verdict = Verdict::kIdConflict;
  }
  return true;
}

bool MemorySale::restock_refused(HotOrder& order, const HotOrder::Restock& ask) {
  const auto refuse = [&](Verdict verdict) {
    order.verdict = verdict;
    return true;
  };
  if (switch_ == SaleSwitch::kClosed) return refuse(Verdict::kClosed);
  if (ask.if_version && *ask.if_version != version_) return refuse(Verdict::kVersionConflict);
  if (counter(ask.pool) == nullptr) return refuse(Verdict::kUnknownPool);
  const bool total_too = pools_.total && (ask.moves_total || ask.pool == kTotalPool);
  for (const Counter* each : {counter(ask.pool), total_too ? &*pools_.total : nullptr}) {
    if (each == nullptr) continue;
    if (ask.units > limits::kStockMax - each->stocked) {
      return invalid(order, "units", "with these units more than 10^15 would have been stocked");
    }
    if (ask.units < 0 && each->shown() + ask.units < 0) return refuse(Verdict::kInsufficient);
  }
  return false;
}

/// Null when there is no such pool.
Counter* MemorySale::counter(std::string_view pool) {
  if (pool == kTotalPool) return pools_.total ? &*pools_.total : nullptr;
  const std::uint32_t number = pools_.find(pool);
  return number == kNoRecord ? nullptr : &pools_[number];
}

void MemorySale::patch(HotOrder& order, const SalePatch& patch) {
  SaleDefinition changed = changed_by(definition_, patch);
  if (patch_refused(order, patch, changed)) return;
  Entry& entry = open_entry(order);
  unsettled_.newest().definition = std::make_unique<SaleDefinition>(std::move(definition_));
  definition_ = std::move(changed);
  for (const auto& [name, units] : patch.pools) pools_.add(name, {.stocked = units, .coming = units});
  ++version_;
  entry.changes.emplace_back(DefinitionChange{definition_, patch.pools});
}

bool MemorySale::patch_refused(HotOrder& order, const SalePatch& patch, const SaleDefinition& changed) const {
  if (patch.if_version && *patch.if_version != version_) {
    order.verdict = Verdict::kVersionConflict;
    return true;
  }
  const auto twice = std::adjacent_find(changed.pools.begin(), changed.pools.end(),
                                        [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice != changed.pools.end()) {
    return invalid(order, "pools." + twice->first, "this pool exists already; its stock is changed by a restock");
  }
  if (changed.pools.size() > limits::kPoolsPerSaleMax) {
    return invalid(order, "pools", "a sale has at most " + std::to_string(limits::kPoolsPerSaleMax) + " pools");
  }
  if (changed.starts_at != 0 && changed.ends_at != 0 && changed.starts_at >= changed.ends_at) {
    return invalid(order, patch.ends_at ? "ends_at" : "starts_at", "a sale must end after it has started");
  }
  return false;
}

/// A known id needs no entry: releasing that claim is the ledger's business.
void MemorySale::bar(HotOrder& order, const HotOrder::Bar& ask) {
  const std::uint64_t hash = hash_(ask.id);
  const ClaimNo known = claims_.find(ask.id, hash);
  if (known != kNoRecord) {
    order.rests_on = rests_on(known);
    return;
  }
  if (number(claims_.size()) >= limits::kClaimsPerSaleMax) {
    order.verdict = Verdict::kUnavailable;
    return;
  }
  Entry& entry = open_entry(order);
  taken_.clear();
  const ClaimNo no = add_claim(ask.id, hash, std::nullopt, {.created_at = order.now, .state = ClaimState::kReleased});
  entry.changes.emplace_back(BarChange{number(no), std::string(ask.id), std::string(ask.reason), order.now});
}

Entry& MemorySale::open_entry(HotOrder& order) {
  order.entry = open_entry(kNoRows);
  return *order.entry;
}

}  // namespace allot
