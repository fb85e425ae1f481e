// The engine against a simple model, under random commands; and proof that the comparison can fail.
#include <gtest/gtest.h>

#include <cstdlib>
#include <iostream>
#include <random>

#include "engine/memory/model_run.h"

namespace allot {
namespace {

constexpr int kRuns = 200;
constexpr int kSteps = 300;

std::uint64_t chosen_seed() {
  const char* given = std::getenv("ALLOT_SEED");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : std::random_device{}();
}

/// True when at least one of some runs finds a difference.
bool found(const Fault& fault) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    if (!ModelRun(seed, fault).go(kSteps).empty()) return true;
  }
  return false;
}

TEST(MemoryModel, RandomCommandsDecideAsTheSimpleModelDoes) {
  const std::uint64_t seed = chosen_seed();
  std::cout << "seed " << seed << std::endl;
  for (std::uint64_t run = 0; run < kRuns; ++run) {
    const std::string difference = ModelRun(seed + run, {}).go(kSteps);
    ASSERT_EQ(difference, "") << "to repeat it: ALLOT_SEED=" << seed + run
                              << " unit_tests --gtest_filter=MemoryModel.Random*";
  }
}

/// Passes everything on; faults change one thing.
class Around : public HotSale {
 public:
  explicit Around(std::unique_ptr<HotSale> inner) : inner_(std::move(inner)) {}
  void decide(ClaimBatch& batch, std::function<void()> done) override { inner_->decide(batch, std::move(done)); }
  void order(HotOrder& order, std::function<void()> done) override { inner_->order(order, std::move(done)); }
  void apply(const Credit& credit) override { inner_->apply(credit); }
  void settled(std::uint64_t seq) override { inner_->settled(seq); }
  bool revert(const Entry& entry) override { return inner_->revert(entry); }
  HotStock stock() const override { return inner_->stock(); }
  std::optional<HotClaim> find(std::string_view claim) const override { return inner_->find(claim); }
  HotUser user(std::string_view name) const override { return inner_->user(name); }
  std::vector<ClaimNo> due(Millis now, std::size_t limit, Millis& next) override {
    return inner_->due(now, limit, next);
  }

 protected:
  std::unique_ptr<HotSale> inner_;
};

template <class Faulty>
Fault around() {
  return {.at_load = {},
          .around = [](std::unique_ptr<HotSale> inner) { return std::make_unique<Faulty>(std::move(inner)); }};
}

TEST(MemoryModel, SellingOneUnitTooManyIsFound) {
  EXPECT_TRUE(found({.at_load = [](SaleState& state, auto&) { state.pools[0].taken -= 1; }, .around = {}}));
}

TEST(MemoryModel, ForgettingWhoClaimedIsFound) {
  EXPECT_TRUE(found({.at_load =
                         [](SaleState&, std::vector<StoredClaim>& claims) {
                           for (StoredClaim& claim : claims) claim.user = "someone else";
                         },
                     .around = {}}));
}

TEST(MemoryModel, GivingSoldOutUnitsAwayIsFound) {
  struct Generous : Around {
    using Around::Around;
    void decide(ClaimBatch& batch, std::function<void()> done) override {
      Around::decide(batch, std::move(done));
      for (Decision& decision : batch.decisions) {
        if (decision.verdict == Verdict::kSoldOut) decision.verdict = Verdict::kAccepted;
      }
    }
  };
  EXPECT_TRUE(found(around<Generous>()));
}

TEST(MemoryModel, AnsweringBeforeTheEntryItRestsOnIsFound) {
  struct Hasty : Around {
    using Around::Around;
    void decide(ClaimBatch& batch, std::function<void()> done) override {
      Around::decide(batch, std::move(done));
      for (Decision& decision : batch.decisions) {
        if (decision.verdict == Verdict::kAlreadyClaimed) decision.rests_on = 0;
      }
    }
  };
  EXPECT_TRUE(found(around<Hasty>()));
}

TEST(MemoryModel, LosingACreditsUnitsIsFound) {
  struct Forgetful : Around {
    using Around::Around;
    void apply(const Credit& credit) override {
      Credit less = credit;
      for (CreditChange& change : less.changes) {
        if (auto* claim = std::get_if<ClaimCredit>(&change)) claim->given_back.clear();
      }
      Around::apply(less);
    }
  };
  EXPECT_TRUE(found(around<Forgetful>()));
}

}  // namespace
}  // namespace allot
