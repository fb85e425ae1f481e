// What the ledger contract suite shares. Instantiate LedgerContract with a maker of houses per ledger.
#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "ledger/ledger.h"

namespace allot {

/// A place for one ledger that can be opened again; gone with the object.
class LedgerHouse {
 public:
  virtual ~LedgerHouse() = default;
  virtual std::unique_ptr<Ledger> open(EngineKind engine = EngineKind::kMemory) = 0;
  /// Changes rows behind the ledger's back, as any program could.
  virtual void edit(std::string_view sql) const = 0;
};

inline constexpr Millis kStart = 1'800'000'000'000;
inline constexpr std::int64_t kHour = 3'600'000;

struct TestClaim {
  std::string id;
  std::string user;
  std::vector<Item> items = {{"red", 1}};
  Millis expires_at = 0;  // 0: confirmed at once
  std::string ref = {};
  std::string meta = {};
  std::optional<std::int64_t> if_version = {};
};

/// The next entry of a sale, built as an engine would.
class SaleScript {
 public:
  SaleScript(SaleUid uid, std::uint32_t epoch, ClaimNo next) : uid_(uid), epoch_(epoch), next_(next) {}
  std::shared_ptr<const Entry> claims(const std::vector<TestClaim>& claims) {
    auto entry = start();
    for (const TestClaim& claim : claims) entry->claims.push_back(accept(*entry, claim));
    return entry;
  }
  std::shared_ptr<const Entry> change(EntryChange change, std::int64_t version_step = 0) {
    version_ += version_step;
    auto entry = start();
    entry->changes.push_back(std::move(change));
    return entry;
  }
  std::shared_ptr<const Entry> bar(std::string id, std::string reason) {
    return change(BarChange{next_++, std::move(id), std::move(reason), kStart});
  }
  SaleUid uid() const { return uid_; }

 private:
  std::shared_ptr<Entry> start() {
    auto entry = std::make_shared<Entry>();
    entry->uid = uid_;
    entry->epoch = epoch_;
    entry->seq = ++seq_;
    entry->nonce = 0xF000'0000'0000'0000U + seq_;
    entry->version = version_;
    return entry;
  }
  AcceptedClaim accept(Entry& entry, const TestClaim& from) {
    AcceptedClaim claim;
    claim.no = next_++;
    claim.id = entry.arena.copy(from.id);
    claim.user = entry.arena.copy(from.user);
    const std::span<ItemView> items = entry.arena.array<ItemView>(from.items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = {entry.arena.copy(from.items[i].pool), from.items[i].units};
    }
    claim.items = items;
    claim.ref = entry.arena.copy(from.ref);
    claim.meta = entry.arena.copy(from.meta);
    claim.if_version = from.if_version;
    claim.version = version_;
    claim.state = from.expires_at == 0 ? ClaimState::kConfirmed : ClaimState::kHeld;
    claim.created_at = kStart + claim.no;
    claim.expires_at = from.expires_at;
    return claim;
  }

  SaleUid uid_;
  std::uint32_t epoch_;
  ClaimNo next_;
  std::uint64_t seq_ = 0;
  std::int64_t version_ = 1;
};

/// {stocked, taken, confirmed}
using Figures = std::vector<std::int64_t>;

class LedgerContract : public testing::TestWithParam<std::function<std::unique_ptr<LedgerHouse>()>> {
 protected:
  void SetUp() override {
    house_ = GetParam()();
    reopen();
  }
  void reopen() {
    ledger_.reset();
    ledger_ = house_->open();
    states_ = ledger_->take_over(kStart);
  }

  static SaleDefinition two_pools() {
    SaleDefinition definition;
    definition.pools = {{"blue", 20}, {"red", 10}};
    definition.total = 25;
    definition.claims_per_user = 2;
    return definition;
  }
  CreateStep create_step(std::string sale, SaleDefinition definition) {
    return one(CreateStep{std::move(sale), std::move(definition), kStart, {}, {}});
  }
  SaleScript create(std::string sale = "s") {
    const CreateStep step = create_step(std::move(sale), two_pools());
    EXPECT_EQ(step.verdict, Verdict::kCreated);
    return {step.uid, ledger_->sale(step.uid).epoch, 0};
  }

  /// Commits one step; its answer. Credits stay in credits_.
  template <class S>
  S one(S step) {
    Work work;
    work.steps.emplace_back(std::move(step));
    const CommitOutcome outcome = ledger_->commit(work);
    EXPECT_EQ(outcome.result, CommitResult::kDone) << outcome.detail;
    credits_ = std::move(work.credits);
    return std::get<S>(std::move(work.steps.front()));
  }
  bool record(std::shared_ptr<const Entry> entry) { return one(EntryStep{std::move(entry), false}).recorded; }
  ConfirmStep confirm(SaleUid uid, ClaimNo no, const std::string& id, Millis now = kStart) {
    return one(ConfirmStep{{uid, id, no}, now, {}, {}});
  }
  ExtendStep extend(SaleUid uid, ClaimNo no, const std::string& id, std::int64_t seconds, Millis now = kStart) {
    return one(ExtendStep{{uid, id, no}, seconds, now, {}, {}});
  }
  ReleaseStep release(SaleUid uid, ClaimNo no, const std::string& id, bool confirmed = false, Millis now = kStart) {
    return one(ReleaseStep{{uid, id, no}, "", "changed mind", confirmed, {}, now, {}, {}, {}, {}});
  }
  ReleaseStep give_back(SaleUid uid, ClaimNo no, const std::string& id, const std::string& release,
                        std::vector<Item> items, bool confirmed = true) {
    return one(ReleaseStep{{uid, id, no}, release, "", confirmed, std::move(items), kStart, {}, {}, {}, {}});
  }

  Figures figures(SaleUid uid, std::string_view pool) {
    const std::optional<SaleState> state = ledger_->reader()->sale(uid);
    if (!state) return {};
    if (pool == kTotalPool) return of(*state->total);
    for (const PoolState& each : state->pools) {
      if (each.pool == pool) return of(each);
    }
    return {};
  }
  static Figures of(const PoolState& pool) { return {pool.stocked, pool.taken, pool.confirmed}; }
  std::vector<std::string> findings() { return ledger_->reader()->audit(std::nullopt).findings; }
  const ClaimCredit& only_claim_credit() {
    EXPECT_EQ(credits_.size(), 1U);
    EXPECT_EQ(credits_.at(0).changes.size(), 1U);
    return std::get<ClaimCredit>(credits_.at(0).changes.at(0));
  }

  std::unique_ptr<LedgerHouse> house_;
  std::unique_ptr<Ledger> ledger_;
  std::vector<SaleState> states_;
  std::vector<Credit> credits_;
};

}  // namespace allot
