// Entries of a hot store that may lose its past.
#include "ledger/contract_hot_fixture.h"
#include "ledger/entry_place.h"

namespace allot {
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(HotLedgerContract);
namespace {

TEST_P(HotLedgerContract, AChainIsRecordedOnceAndInOrder) {
  ChainScript chain = create_hot();
  const auto first = chain.claims({"a"});
  const auto second = chain.claims({"b", "c"});
  EXPECT_EQ(fate(second), EntryFate::kGap);
  const EntryStep recorded = record(first);
  EXPECT_EQ(recorded.fate, EntryFate::kRecorded);
  EXPECT_TRUE(recorded.recorded);
  EXPECT_EQ(recorded.stands, (EntryMark{1, first->nonce}));
  EXPECT_EQ(fate(first), EntryFate::kEarlier);
  EXPECT_EQ(fate(second), EntryFate::kRecorded);
  const EntryStep older = record(first);
  EXPECT_EQ(older.fate, EntryFate::kEarlier);
  EXPECT_TRUE(older.recorded);
  EXPECT_EQ(older.stands, chain.mark());
  EXPECT_EQ(red_taken(), 3);
  EXPECT_EQ(state().mark, chain.mark());
}

TEST_P(HotLedgerContract, AnotherPastIsForked) {
  ChainScript chain = create_hot();
  const auto first = chain.claims({"a"});
  EXPECT_EQ(fate(like(*first, kToken + 1, first->nonce)), EntryFate::kForked) << "of another load";
  EXPECT_EQ(fate(first), EntryFate::kRecorded);
  EXPECT_EQ(fate(like(*first, kToken, first->nonce + 1)), EntryFate::kForked) << "the same number";
  const auto second = chain.claims({"b"});
  EXPECT_EQ(fate(like(*second, first->nonce + 1, second->nonce)), EntryFate::kForked) << "behind another one";
  EXPECT_EQ(fate(second), EntryFate::kRecorded);
  const EntryStep forked = record(like(*first, kToken, first->nonce + 1));
  EXPECT_EQ(forked.fate, EntryFate::kForked) << "an older number";
  EXPECT_FALSE(forked.recorded);
  EXPECT_EQ(forked.stands, chain.mark());
  EXPECT_EQ(red_taken(), 2);
}

TEST_P(HotLedgerContract, EntriesOfOneTransactionFollowEachOther) {
  ChainScript chain = create_hot();
  const auto first = chain.claims({"a"});
  const auto second = chain.claims({"b"});
  const Work work = commit(
      {EntryStep{first}, EntryStep{second}, EntryStep{first}, EntryStep{like(*first, kToken, 5)}, EntryStep{second}});
  std::vector<EntryFate> fates;
  for (const Step& step : work.steps) fates.push_back(std::get<EntryStep>(step).fate);
  using enum EntryFate;
  EXPECT_EQ(fates, (std::vector{kRecorded, kRecorded, kEarlier, kForked, kEarlier}));
  EXPECT_EQ(std::get<EntryStep>(work.steps[0]).stands.seq, 1U);
  EXPECT_EQ(std::get<EntryStep>(work.steps[4]).stands, chain.mark());
}

TEST_P(HotLedgerContract, OldNoncesAreForgottenButNotTheNewest) {
  ChainScript chain = create_hot();
  std::vector<std::shared_ptr<Entry>> entries;
  std::vector<Step> steps;
  for (std::uint64_t i = 0; i < kEntryNoncesKept + 1024; ++i) {
    entries.push_back(chain.change(SwitchChange{SaleSwitch::kPaused}));
    steps.emplace_back(EntryStep{entries.back()});
  }
  commit(std::move(steps));
  EXPECT_EQ(fate(entries.front()), EntryFate::kForked) << "nobody knows any more";
  EXPECT_EQ(fate(entries[entries.size() - kEntryNoncesKept]), EntryFate::kEarlier);
  EXPECT_EQ(fate(entries.back()), EntryFate::kEarlier);
}

TEST_P(HotLedgerContract, EntriesAreVoidUnlessTheSaleIsHotInTheirEpoch) {
  ChainScript before(create(), 1, {});
  EXPECT_EQ(fate(before.claims({"a"})), EntryFate::kVoid) << "nobody has loaded it yet";
  ASSERT_EQ(fence(1).outcome, Loaded::kMine);
  ChainScript chain(state().uid, 2, {0, kToken});
  const auto first = chain.claims({"a"});
  const EntryStep loading = record(first);
  EXPECT_EQ(loading.fate, EntryFate::kVoid);
  EXPECT_FALSE(loading.recorded);
  EXPECT_EQ(loading.stands, (EntryMark{0, kToken}));
  ASSERT_TRUE(live(2).done);
  EXPECT_EQ(fate(first), EntryFate::kRecorded);
  ASSERT_EQ(fence(2, 9).outcome, Loaded::kMine);
  EXPECT_EQ(fate(first), EntryFate::kVoid);
  ASSERT_TRUE(live(3, 9).done);
  EXPECT_EQ(fate(chain.claims({"b"})), EntryFate::kVoid);
  EXPECT_EQ(fate(ChainScript(chain.claims({})->uid + 7, 3, {0, 9}).claims({"c"})), EntryFate::kVoid) << "no such sale";
  ChainScript next(state().uid, 3, {0, 9}, 1);
  EXPECT_EQ(fate(next.claims({"b"})), EntryFate::kRecorded);
  EXPECT_EQ(red_taken(), 2);
}

TEST_P(HotLedgerContract, APatchIsAppliedToTheLedgersDefinition) {
  ChainScript chain = create_hot();
  SalePatch patch;
  patch.claims_per_user = 5;
  patch.hold_seconds = 60;
  patch.pools = {{"green", 3}};
  const Work work = commit({EntryStep{chain.change(PatchChange{patch})}});
  ASSERT_EQ(work.credits.size(), 1U);
  const auto credit = std::get<PoolCredit>(work.credits[0].changes.at(0));
  EXPECT_EQ(credit.pool, "green");
  EXPECT_EQ(credit.units, 3);
  const SaleState now = state();
  EXPECT_EQ(now.definition.claims_per_user, 5);
  EXPECT_EQ(now.definition.hold_seconds, 60);
  EXPECT_EQ(now.definition.total, 25);
  ASSERT_EQ(now.pools.size(), 3U);
  EXPECT_EQ(now.pools[1].pool, "green");
  EXPECT_EQ(now.pools[1].stocked, 3);
  EXPECT_EQ(now.first_definition.pools.size(), 2U);
}

}  // namespace
}  // namespace allot
