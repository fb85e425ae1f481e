// What the contract suite of ledgers behind a shared hot copy uses. Instantiate HotLedgerContract with a maker of
// houses per ledger.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ledger/contract_fixture.h"

namespace allot {

/// Chained entries of one sale and epoch, built as an engine would whose store may lose its past.
class ChainScript {
 public:
  /// `root`: where the epoch begins, or where another script has left off.
  ChainScript(SaleUid uid, std::uint32_t epoch, EntryMark root, ClaimNo next = 0)
      : uid_(uid), epoch_(epoch), mark_(root), next_(next) {}

  /// Claims of one red unit each, by users of the same names; `expires_at` 0: confirmed at once.
  std::shared_ptr<Entry> claims(const std::vector<std::string>& ids, Millis expires_at = 0) {
    auto entry = start();
    for (const std::string& id : ids) {
      const auto items = entry->arena.array<ItemView>(1);
      items[0] = {entry->arena.copy("red"), 1};
      AcceptedClaim claim;
      claim.no = next_++;
      claim.id = entry->arena.copy(id);
      claim.user = entry->arena.copy("user-" + id);
      claim.items = items;
      claim.version = entry->version;
      claim.state = expires_at == 0 ? ClaimState::kConfirmed : ClaimState::kHeld;
      claim.created_at = kStart;
      claim.expires_at = expires_at;
      entry->claims.push_back(claim);
    }
    return entry;
  }
  std::shared_ptr<Entry> change(EntryChange change) {
    auto entry = start();
    entry->changes.push_back(std::move(change));
    return entry;
  }
  EntryMark mark() const { return mark_; }

 private:
  std::shared_ptr<Entry> start() {
    auto entry = std::make_shared<Entry>();
    entry->uid = uid_;
    entry->epoch = epoch_;
    entry->prev = mark_.nonce;
    mark_ = {mark_.seq + 1, 0xF000'0000'0000'0000U + (mark_.seq + 1) * 1000};
    entry->seq = mark_.seq;
    entry->nonce = mark_.nonce;
    entry->version = 1;
    return entry;
  }

  SaleUid uid_;
  std::uint32_t epoch_;
  EntryMark mark_;
  ClaimNo next_;
};

class HotLedgerContract : public testing::TestWithParam<std::function<std::unique_ptr<LedgerHouse>()>> {
 protected:
  using Loaded = FenceStep::Outcome;
  static constexpr std::uint64_t kToken = 0x8000'0000'0000'0007U;

  void SetUp() override {
    house_ = GetParam()();
    ledger_ = join();
  }
  std::unique_ptr<Ledger> join() {
    auto ledger = house_->open(EngineKind::kRedis);
    ledger->join();
    return ledger;
  }

  Work commit(std::vector<Step> steps) {
    Work work;
    work.steps = std::move(steps);
    const CommitOutcome outcome = ledger_->commit(work);
    EXPECT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
    return work;
  }
  template <class S>
  S one(S step) {
    return std::get<S>(std::move(commit({Step(std::move(step))}).steps.front()));
  }
  SaleUid create(const std::string& sale = "s") {
    SaleDefinition definition;
    definition.pools = {{"blue", 20}, {"red", 10}};
    definition.total = 25;
    definition.claims_per_user = 2;
    return one(CreateStep{sale, definition, kStart, {}, {}}).uid;
  }
  FenceStep fence(std::uint32_t epoch, std::uint64_t token = kToken, Millis now = kStart) {
    FenceStep step;
    step.sale = "s";
    step.epoch = epoch;
    step.token = token;
    step.shards = 4;
    step.now = now;
    return one(std::move(step));
  }
  LiveStep live(std::uint32_t epoch, std::uint64_t token = kToken) {
    LiveStep step;
    step.sale = "s";
    step.epoch = epoch;
    step.token = token;
    return one(std::move(step));
  }
  /// A sale that has been loaded once: hot, in epoch 2.
  ChainScript create_hot() {
    const SaleUid uid = create();
    EXPECT_EQ(fence(1).outcome, Loaded::kMine);
    EXPECT_TRUE(live(2).done);
    return {uid, 2, {0, kToken}};
  }

  EntryStep record(std::shared_ptr<const Entry> entry) { return one(EntryStep{std::move(entry)}); }
  EntryFate fate(std::shared_ptr<const Entry> entry) { return record(std::move(entry)).fate; }
  /// The same entry, of another past.
  static std::shared_ptr<Entry> like(const Entry& entry, std::optional<std::uint64_t> prev, std::uint64_t nonce) {
    auto other = std::make_shared<Entry>();
    other->uid = entry.uid;
    other->epoch = entry.epoch;
    other->seq = entry.seq;
    other->prev = prev;
    other->nonce = nonce;
    other->version = entry.version;
    return other;
  }
  static Step release_of(const std::string& id, Millis now = kStart) {
    return ReleaseStep{{SaleKey("s"), id, {}}, "", "why", true, {}, now, {}, {}, {}, {}};
  }
  Work release(const std::string& id) { return commit({release_of(id)}); }

  SaleState state() { return ledger_->reader()->sale("s").value(); }
  std::int64_t red_taken() { return state().pools.at(1).taken; }
  std::vector<Credit> credits(SaleUid uid, std::uint64_t after = 0, std::size_t limit = 100) {
    return ledger_->reader()->credits(uid, after, limit);
  }

  std::unique_ptr<LedgerHouse> house_;
  std::unique_ptr<Ledger> ledger_;
};

}  // namespace allot
