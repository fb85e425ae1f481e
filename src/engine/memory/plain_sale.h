// For tests only: a sale as simple as can be, against which the engine is compared. Every figure is added up
// anew from the list of what has happened, so there is nothing that could go out of step.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/claim.h"
#include "core/limits.h"
#include "core/sale.h"
#include "engine/entry.h"

namespace allot {

struct PlainClaim {
  std::uint64_t seq = 0;  // of its entry; 0 once that is in the ledger
  std::string id{};
  std::string user{};  // empty: barred
  std::vector<Item> items{};
  std::map<std::string, std::int64_t> still{};  // units that have not been given back
  std::optional<std::int64_t> if_version{};
  std::int64_t version = 0;
  ClaimState state = ClaimState::kConfirmed;
  Millis created_at = 0;
  Millis expires_at = 0;
  bool extra = false;

  bool live() const { return state != ClaimState::kReleased; }
  std::int64_t units() const {
    std::int64_t sum = 0;
    for (const auto& [pool, units] : still) sum += units;
    return sum;
  }
};

struct PlainRestock {
  std::uint64_t seq = 0;
  RestockChange change{};
  bool touches(const std::string& pool) const { return pool == change.pool || (pool == "*" && change.moves_total); }
};

struct PlainStep {  // what an entry on its way may have to put back
  std::uint64_t seq = 0;
  std::int64_t version = 0;
  SaleDefinition definition{};
  std::optional<SaleSwitch> switched{};
  std::vector<std::pair<std::string, std::int64_t>> new_pools{};
};

struct PlainAnswer {
  Verdict verdict = Verdict::kUnavailable;
  ClaimState state = ClaimState::kConfirmed;
  bool incomplete = false;
  std::string claim{};
  std::vector<Item> items{};
  std::vector<Item> left{};
  std::string pool{};
  std::string field{};
  bool total_short = false;
  Millis created_at = 0;
  Millis expires_at = 0;
  std::int64_t version = 0;
  std::int64_t remaining = 0;
  std::uint64_t rests_on = 0;
};

struct PlainOrderAnswer {
  Verdict verdict = Verdict::kOk;
  bool replayed = false;
  bool changed = false;
  std::int64_t left = 0;
  std::string field{};
  std::uint64_t rests_on = 0;
};

class PlainSale {
 public:
  SaleDefinition definition;
  std::int64_t version = 1;
  std::uint64_t seq = 0;
  SaleSwitch ledger_switch = SaleSwitch::kOpen;
  std::map<std::string, std::int64_t> given;    // units that ever reached the hot counters
  std::map<std::string, std::int64_t> stocked;  // the ledger's figure
  std::vector<PlainClaim> claims;
  std::vector<PlainRestock> restocks;
  std::vector<PlainStep> steps;

  bool has(const std::string& pool) const { return pool == "*" ? definition.total.has_value() : is_pool(pool); }
  bool is_pool(const std::string& pool) const {
    return std::any_of(definition.pools.begin(), definition.pools.end(),
                       [&](auto& each) { return each.first == pool; });
  }
  static std::int64_t taken(const PlainClaim& claim, const std::string& pool) {
    const auto found = claim.still.find(pool);
    return pool == "*" ? claim.units() : found == claim.still.end() ? 0 : found->second;
  }
  std::int64_t left(const std::string& pool) const {
    std::int64_t left = given.contains(pool) ? given.at(pool) : 0;
    for (const PlainClaim& claim : claims) left -= taken(claim, pool);
    for (const PlainRestock& each : restocks) {
      if (each.change.units < 0 && each.touches(pool)) left += each.change.units;
    }
    return left;
  }
  std::int64_t ledger_left(const std::string& pool) const {
    std::int64_t left = stocked.contains(pool) ? stocked.at(pool) : 0;
    for (const PlainClaim& claim : claims) left -= claim.seq == 0 ? taken(claim, pool) : 0;
    return left;
  }
  /// Ordered, but not in the ledger yet.
  std::int64_t ordered(const std::string& pool, bool withdrawals_too) const {
    std::int64_t units = 0;
    for (const PlainRestock& each : restocks) {
      if (each.seq != 0 && each.touches(pool) && (withdrawals_too || each.change.units > 0)) units += each.change.units;
    }
    for (const PlainStep& step : steps) {
      for (const auto& [name, opening] : step.new_pools) units += name == pool ? opening : 0;
    }
    return units;
  }
  SaleSwitch switched() const {
    SaleSwitch value = ledger_switch;
    for (const PlainStep& step : steps) value = step.switched.value_or(value);
    return value;
  }
  std::optional<std::size_t> find(const std::string& id) const {
    for (std::size_t i = 0; i < claims.size(); ++i) {
      if (claims[i].id == id) return i;
    }
    return std::nullopt;
  }

  PlainAnswer decide(const ClaimRequest& ask, Millis now, bool frozen, std::uint64_t entry_seq);
  PlainOrderAnswer restock(const RestockChange& ask);
  PlainOrderAnswer turn(SaleSwitch value);
  PlainOrderAnswer patch(const SalePatch& patch);
  PlainOrderAnswer bar(const std::string& id, Millis now);
  void settle(std::uint64_t upto);
  void take_back();
  PlainStep& begin(std::uint64_t entry_seq);

 private:
  PlainAnswer known(const PlainClaim& claim, const ClaimRequest& ask, Millis now) const;
};

}  // namespace allot
