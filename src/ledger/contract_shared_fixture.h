// What the contract suite of shared ledgers uses. Instantiate SharedLedgerContract with a maker of houses per ledger.
#pragma once

#include <map>
#include <set>

#include "ledger/contract_fixture.h"

namespace allot {

/// What one call of DecideStep::decide was shown; text is copied.
struct Shown {
  SaleState state;
  std::vector<ClaimNo> numbers;
  std::vector<std::string> ids;
  std::vector<ClaimState> states;
  Millis now = 0;
  int calls = 0;
};

/// One process after another may be opened on the house; each one has joined.
class SharedLedgerContract : public testing::TestWithParam<std::function<std::unique_ptr<LedgerHouse>()>> {
 protected:
  using Outcome = DecideStep::Outcome;

  void SetUp() override {
    house_ = GetParam()();
    ledger_ = join();
  }
  std::unique_ptr<Ledger> join() {
    auto ledger = house_->open(EngineKind::kLedger);
    ledger->join();
    return ledger;
  }

  static SaleDefinition ten_red() {
    SaleDefinition definition;
    definition.pools = {{"blue", 20}, {"red", 10}};
    definition.total = 25;
    definition.claims_per_user = 100;
    return definition;
  }
  SaleUid create(const std::string& sale = "s") {
    const CreateStep step = one(CreateStep{sale, ten_red(), kStart, {}, {}});
    EXPECT_EQ(step.verdict, Verdict::kCreated);
    return step.uid;
  }

  static void commit(Ledger& ledger, Work& work) {
    const CommitOutcome outcome = ledger.commit(work);
    ASSERT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
  }
  template <class S>
  static S one(Ledger& ledger, S step) {
    Work work;
    work.steps.emplace_back(std::move(step));
    commit(ledger, work);
    return std::get<S>(std::move(work.steps.front()));
  }
  template <class S>
  S one(S step) {
    return one(*ledger_, std::move(step));
  }

  /// Fills in `shown` and records nothing.
  static DecideStep look(Shown& shown, Millis now = kStart) {
    DecideStep step;
    step.sale = "s";
    step.now = now;
    step.decide = [&shown](const SaleState& state, ClaimSource& claims, Millis at) {
      take(shown, state, claims, at);
      return std::shared_ptr<const Entry>();
    };
    return step;
  }
  /// Accepts one claim per name in `users`, of one red unit, as long as there are red units; a claim's id is its user's
  /// name behind `prefix`. `hold` 0: confirmed at once.
  static DecideStep accept(std::vector<std::string> users, Millis now = kStart, Millis hold = 0,
                           const std::string& prefix = "c-", Shown* shown = nullptr) {
    DecideStep step;
    step.sale = "s";
    step.now = now;
    step.decide = [=](const SaleState& state, ClaimSource& claims, Millis at) {
      Shown ignored;
      take(shown == nullptr ? ignored : *shown, state, claims, at);
      return entry_of(state, users, at, hold, prefix);
    };
    return step;
  }
  static std::shared_ptr<const Entry> entry_of(const SaleState& state, const std::vector<std::string>& users, Millis at,
                                               Millis hold, const std::string& prefix) {
    const PoolState& red = state.pools.at(1);
    std::size_t left = static_cast<std::size_t>(red.stocked - red.taken);
    auto entry = std::make_shared<Entry>();
    entry->uid = state.uid;
    entry->epoch = state.epoch;
    entry->seq = state.seq + 1;
    entry->nonce = 0xABCD'0000U + entry->seq;
    entry->version = state.version;
    for (const std::string& user : users) {
      if (entry->claims.size() == left) break;
      const auto items = entry->arena.array<ItemView>(1);
      items[0] = {entry->arena.copy("red"), 1};
      AcceptedClaim claim;
      claim.no = static_cast<ClaimNo>(state.claims + entry->claims.size());
      claim.id = entry->arena.copy(prefix + user);
      claim.user = entry->arena.copy(user);
      claim.items = items;
      claim.version = state.version;
      claim.state = hold == 0 ? ClaimState::kConfirmed : ClaimState::kHeld;
      claim.created_at = at;
      claim.expires_at = hold == 0 ? 0 : at + hold;
      entry->claims.push_back(claim);
    }
    return entry->claims.empty() ? nullptr : entry;
  }

  static Figures figures(Ledger& ledger, const std::string& sale = "s") {
    const std::optional<SaleState> state = ledger.reader()->sale(sale);
    if (!state) return {};
    const PoolState& red = state->pools.at(1);
    return {red.stocked, red.taken, red.confirmed};
  }
  std::vector<std::string> findings() { return ledger_->reader()->audit(std::nullopt).findings; }

  std::unique_ptr<LedgerHouse> house_;
  std::unique_ptr<Ledger> ledger_;

 private:
  static void take(Shown& shown, const SaleState& state, ClaimSource& claims, Millis at) {
    shown = {state, {}, {}, {}, at, shown.calls + 1};
    StoredClaim claim;
    while (claims.next(claim)) {
      shown.numbers.push_back(claim.no);
      shown.ids.emplace_back(claim.id);
      shown.states.push_back(claim.state);
    }
  }
};

}  // namespace allot
