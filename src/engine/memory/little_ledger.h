// For tests only: the ledger of one sale, in memory.
#pragma once

#include <gtest/gtest.h>

#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "engine/memory/sale_fixture.h"

namespace allot {

struct Row {
  StoredClaim claim;
  std::string id;
  std::string user;
  std::deque<std::string> pools;  // what the lines borrow
};

/// The ledger, as far as a decision can see it.
class LittleLedger {
 public:
  explicit LittleLedger(SaleDefinition definition) : state(fresh_state(std::move(definition))) {}

  SaleState state;
  std::deque<Row> rows;
  std::vector<RestockChange> restocks;

  std::vector<StoredClaim> claims_of(const std::set<std::string_view>& ids, const std::set<std::string_view>& users) {
    std::vector<StoredClaim> found;
    for (const Row& row : rows) {
      if (ids.contains(row.id) || (!row.user.empty() && users.contains(row.user))) found.push_back(row.claim);
    }
    return found;
  }
  SaleState part(std::string_view restock) const {
    SaleState part = state;
    part.partial = true;
    for (const RestockChange& each : restocks) {
      if (each.id == restock) part.restocks.push_back(each);
    }
    return part;
  }

  // Records the entry; what it gives back.
  std::vector<CreditChange> record(const Entry& entry) {
    std::vector<CreditChange> credit;
    state.seq = entry.seq;
    state.version = entry.version;
    for (const AcceptedClaim& claim : entry.claims) add(claim);
    for (const EntryChange& change : entry.changes) {
      std::visit([&](const auto& what) { apply(what, credit); }, change);
    }
    return credit;
  }

  CreditChange release(ClaimNo no) {
    StoredClaim& claim = rows[no].claim;
    ClaimCredit credit{no, rows[no].id, ClaimState::kReleased, 0, {}};
    for (StoredClaim::Line& line : claim.items) {
      credit.given_back.push_back({std::string(line.pool), line.units});
      move(line.pool, -line.units);
      line.given_back += line.units;
      line.units = 0;
    }
    claim.state = ClaimState::kReleased;
    claim.expires_at = 0;
    return credit;
  }

 private:
  PoolState* pool(std::string_view name) {
    for (PoolState& each : state.pools) {
      if (each.pool == name) return &each;
    }
    return nullptr;
  }
  void move(std::string_view name, std::int64_t taken) {
    pool(name)->taken += taken;
    if (state.total) state.total->taken += taken;
  }
  void add(const AcceptedClaim& claim) {
    EXPECT_EQ(claim.no, state.claims) << "numbers have no gaps";
    ++state.claims;
    Row& row = rows.emplace_back();
    row.id = claim.id;
    row.user = claim.user;
    row.claim = {claim.no,      row.id,           row.user,         claim.state,        claim.if_version,
                 claim.version, claim.created_at, claim.expires_at, !claim.ref.empty(), {}};
    for (const ItemView& item : claim.items) {
      row.claim.items.push_back({row.pools.emplace_back(item.pool), item.units, 0});
      move(item.pool, item.units);
    }
  }
  void apply(const SwitchChange& change, std::vector<CreditChange>&) { state.switched = change.value; }
  void apply(const RestockChange& change, std::vector<CreditChange>& credit) {
    restocks.push_back(change);
    const bool total_too = state.total && (change.moves_total || change.pool == kTotalPool);
    if (change.pool != kTotalPool) pool(change.pool)->stocked += change.units;
    if (total_too) state.total->stocked += change.units;
    if (change.units < 0) return;
    credit.emplace_back(PoolCredit{change.pool, change.units});
    if (total_too && change.pool != kTotalPool) credit.emplace_back(PoolCredit{std::string(kTotalPool), change.units});
  }
  void apply(const DefinitionChange& change, std::vector<CreditChange>& credit) {
    state.definition = change.definition;
    std::vector<PoolState> sorted;
    for (const auto& [name, stock] : change.definition.pools) {
      const PoolState* const known = pool(name);
      sorted.push_back(known != nullptr ? *known : PoolState{name, stock, 0, 0});
      if (known == nullptr) credit.emplace_back(PoolCredit{name, stock});
    }
    state.pools = std::move(sorted);
  }
  void apply(const PatchChange& change, std::vector<CreditChange>& credit) {
    apply(DefinitionChange{patched(state.definition, change.patch), change.patch.pools}, credit);
  }
  void apply(const BarChange& change, std::vector<CreditChange>&) {
    EXPECT_EQ(change.no, state.claims);
    ++state.claims;
    Row& row = rows.emplace_back();
    row.id = change.id;
    row.claim = {change.no, row.id, row.user, ClaimState::kReleased, {}, state.version, change.at, 0, false, {}};
  }
};

}  // namespace allot
