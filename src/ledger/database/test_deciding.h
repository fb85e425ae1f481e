// A small engine for tests of decisions in the ledger: takes one claim, if there are units for it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "ledger/ledger.h"

namespace allot {

/// The next entry of `state` with one claim.
inline std::shared_ptr<const Entry> take_units(const SaleState& state, std::string_view id, std::string_view user,
                                               std::int64_t units, Millis now, Millis expires_at) {
  auto entry = std::make_shared<Entry>();
  entry->uid = state.uid;
  entry->epoch = state.epoch;
  entry->seq = state.seq + 1;
  entry->nonce = 7 + state.seq;
  entry->version = state.version;
  AcceptedClaim claim;
  claim.no = state.claims;
  claim.id = entry->arena.copy(id);
  claim.user = entry->arena.copy(user);
  const std::span<ItemView> items = entry->arena.array<ItemView>(1);
  items[0] = {entry->arena.copy(state.pools.at(0).pool), units};
  claim.items = items;
  claim.version = state.version;
  claim.state = expires_at == 0 ? ClaimState::kConfirmed : ClaimState::kHeld;
  claim.created_at = now;
  claim.expires_at = expires_at;
  entry->claims.push_back(claim);
  return entry;
}

/// One request, and what its decision saw.
struct TestDecision {
  std::string sale;
  std::string id;
  std::string user;
  std::int64_t units = 1;
  Millis hold = 0;  // 0: confirmed at once
  int calls = 0;
  bool accepted = false;
  std::vector<std::string> seen = {};  // ids of the claims shown
  SaleState state = {};
  Millis now = 0;

  /// REQUIRES: this outlives the commit.
  DecideStep step(Millis at) {
    DecideStep step;
    step.sale = sale;
    step.ids = {id};
    step.users = {user};
    step.now = at;
    step.decide = [this](const SaleState& shown, ClaimSource& claims, Millis when) {
      return decide(shown, claims, when);
    };
    return step;
  }

 private:
  std::shared_ptr<const Entry> decide(const SaleState& shown, ClaimSource& claims, Millis when) {
    ++calls;
    state = shown;
    now = when;
    seen.clear();
    for (StoredClaim claim; claims.next(claim);) seen.emplace_back(claim.id);
    accepted = shown.pools.at(0).stocked - shown.pools.at(0).taken >= units;
    return accepted ? take_units(shown, id, user, units, when, hold) : nullptr;
  }
};

}  // namespace allot
