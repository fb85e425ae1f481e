// Loads of a hot copy, the credits that are kept for it, and where its sales stand.
#include "ledger/contract_hot_fixture.h"

namespace allot {
namespace {

TEST_P(HotLedgerContract, ALoadBeginsAnEpochAndEndsHot) {
  const SaleUid uid = create();
  EXPECT_EQ(state().mode, SaleMode::kLoading);
  EXPECT_EQ(state().epoch, 1U);
  const FenceStep step = fence(1);
  EXPECT_EQ(step.outcome, Loaded::kMine);
  EXPECT_EQ(step.uid, uid);
  EXPECT_EQ(step.new_epoch, 2U);
  const SaleState loading = state();
  EXPECT_EQ(loading.mode, SaleMode::kLoading);
  EXPECT_EQ(loading.epoch, 2U);
  EXPECT_EQ(loading.mark, (EntryMark{0, kToken}));
  EXPECT_EQ(loading.token, kToken);
  EXPECT_EQ(loading.shards, 4U);
  EXPECT_TRUE(live(2).done);
  EXPECT_EQ(state().mode, SaleMode::kHot);
  EXPECT_EQ(state().token, kToken);
  EXPECT_TRUE(live(2).done) << "said again";
}

TEST_P(HotLedgerContract, OnlyOneLoadsUntilItFallsSilent) {
  create();
  constexpr std::uint64_t kOther = 11;
  ASSERT_EQ(fence(1).outcome, Loaded::kMine);
  EXPECT_EQ(fence(2, kOther, kStart + 4999).outcome, Loaded::kOthers);
  const FenceStep alive = fence(2, kToken, kStart + 4999);
  EXPECT_EQ(alive.outcome, Loaded::kMine);
  EXPECT_EQ(alive.new_epoch, 2U) << "no new one";
  EXPECT_EQ(fence(2, kOther, kStart + 9998).outcome, Loaded::kOthers);
  EXPECT_EQ(fence(1, kOther, kStart + 9999).outcome, Loaded::kMoved);
  const FenceStep taken = fence(2, kOther, kStart + 9999);
  EXPECT_EQ(taken.outcome, Loaded::kMine);
  EXPECT_EQ(taken.new_epoch, 3U);
  EXPECT_FALSE(live(2).done) << "the loader that was given up";
  EXPECT_FALSE(live(3).done) << "with its token";
  EXPECT_NE(fence(2, kToken, kStart + 10'000).outcome, Loaded::kMine);
  EXPECT_TRUE(live(3, kOther).done);
  EXPECT_EQ(fence(2, kToken, kStart + 99'000).outcome, Loaded::kMoved);
}

TEST_P(HotLedgerContract, AFenceIsRepeatedWithoutASecondEpoch) {
  create();
  ASSERT_EQ(fence(1).new_epoch, 2U);
  const FenceStep again = fence(1);
  EXPECT_EQ(again.outcome, Loaded::kMine);
  EXPECT_EQ(again.new_epoch, 2U);
}

TEST_P(HotLedgerContract, UnknownSalesAreNotLoaded) {
  EXPECT_EQ(fence(1).outcome, Loaded::kUnknownSale);
  EXPECT_FALSE(live(1).done);
  create();
  EXPECT_FALSE(live(1, 0).done) << "nobody has begun";
}

TEST_P(HotLedgerContract, CreditsAreKeptInOrderWithTheirUsers) {
  ChainScript chain = create_hot();
  commit({EntryStep{chain.claims({"a", "b"}, kStart + kHour)}});
  const SaleUid uid = state().uid;
  release("a");
  commit({ConfirmStep{{SaleKey("s"), "b", {}}, kStart, {}, {}}});
  commit({EntryStep{chain.change(SwitchChange{SaleSwitch::kPaused})}});
  commit({ResumeStep{SaleKey("s"), {}}});
  const std::vector<Credit> kept = credits(uid);
  ASSERT_EQ(kept.size(), 3U);
  for (std::uint64_t i = 0; i < 3; ++i) EXPECT_EQ(kept[i].number, i + 1);
  const auto& first = std::get<ClaimCredit>(kept[0].changes.at(0));
  EXPECT_EQ(first.id, "a");
  EXPECT_EQ(first.user, "user-a");
  EXPECT_EQ(first.state, ClaimState::kReleased);
  EXPECT_EQ(first.given_back, (std::vector<Item>{{"red", 1}}));
  EXPECT_EQ(std::get<ClaimCredit>(kept[1].changes.at(0)).user, "user-b");
  EXPECT_EQ(std::get<SwitchCredit>(kept[2].changes.at(0)).value, SaleSwitch::kOpen);
  EXPECT_EQ(kept[0].seq, 1U);
  EXPECT_EQ(kept[2].seq, 2U);
  ASSERT_EQ(credits(uid, 1, 1).size(), 1U);
  EXPECT_EQ(credits(uid, 1, 1)[0].number, 2U);
  EXPECT_TRUE(credits(uid, 3).empty());
  EXPECT_TRUE(credits(uid + 1).empty());
}

TEST_P(HotLedgerContract, WhatGivesGoesOnWhileASaleIsLoaded) {
  ChainScript chain = create_hot();
  commit({EntryStep{chain.claims({"a", "b", "c", "d"}, kStart + kHour)}});
  ASSERT_EQ(fence(2, 9).outcome, Loaded::kMine);
  const Work confirmed = commit({ConfirmStep{{SaleKey("s"), "a", {}}, kStart, {}, {}}});
  EXPECT_EQ(std::get<ConfirmStep>(confirmed.steps[0]).verdict, Verdict::kOk);
  EXPECT_EQ(std::get<ReleaseStep>(release("b").steps[0]).verdict, Verdict::kOk);
  const Work extended = commit({ExtendStep{{SaleKey("s"), "c", {}}, 7200, kStart, {}, {}}});
  EXPECT_EQ(std::get<ExtendStep>(extended.steps[0]).verdict, Verdict::kOk);
  DecideStep overdue;
  overdue.sale = "s";
  overdue.now = kStart + kHour;
  EXPECT_EQ(one(std::move(overdue)).outcome, DecideStep::Outcome::kDecided);
  EXPECT_EQ(red_taken(), 2);
  EXPECT_EQ(state().mode, SaleMode::kLoading) << "nobody but the loader ends a load";
  EXPECT_EQ(state().mark, (EntryMark{0, 9}));
  EXPECT_EQ(credits(state().uid).size(), 4U);
  const LiveStep step = live(3, 9);
  EXPECT_TRUE(step.done);
  EXPECT_EQ(step.credit_no, 4U);
}

TEST_P(HotLedgerContract, ALoadEndsBehindTheCreditsOfItsOwnTransaction) {
  ChainScript chain = create_hot();
  commit({EntryStep{chain.claims({"a"}, kStart + kHour)}});
  ASSERT_EQ(fence(2, 9).outcome, Loaded::kMine);
  LiveStep end;
  end.sale = "s";
  end.epoch = 3;
  end.token = 9;
  const Work work = commit({end, release_of("a")});
  EXPECT_TRUE(std::get<LiveStep>(work.steps[0]).done);
  EXPECT_EQ(std::get<LiveStep>(work.steps[0]).credit_no, 1U);
}

TEST_P(HotLedgerContract, TheLedgerDoesNotDecideForAHotCopy) {
  create_hot();
  Work work;
  DecideStep step;
  step.sale = "s";
  step.decide = [](const SaleState&, ClaimSource&, Millis) { return std::shared_ptr<const Entry>(); };
  work.steps.emplace_back(std::move(step));
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kNothing);
}

TEST_P(HotLedgerContract, StandingsNameEverySaleThatWasAskedAbout) {
  ChainScript chain = create_hot();
  create("t");
  create("unasked");
  commit({EntryStep{chain.claims({"a"})}});
  release("a");
  const Work work =
      commit({release_of("a"), ConfirmStep{{SaleKey("t"), "none", {}}, kStart, {}, {}}, ResumeStep{SaleKey("no"), {}}});
  EXPECT_TRUE(work.credits.empty());
  ASSERT_EQ(work.standings.size(), 2U);
  const SaleStanding& hot = work.standings[0];
  EXPECT_EQ(hot.sale, "s");
  EXPECT_EQ(hot.uid, state().uid);
  EXPECT_EQ(hot.mode, SaleMode::kHot);
  EXPECT_EQ(hot.epoch, 2U);
  EXPECT_EQ(hot.mark, chain.mark());
  EXPECT_EQ(hot.credit_no, 1U);
  EXPECT_EQ(work.standings[1].sale, "t");
  EXPECT_EQ(work.standings[1].mode, SaleMode::kLoading);
}

TEST_P(HotLedgerContract, StandingsAreThoseOfTheEnd) {
  ChainScript chain = create_hot();
  const Work work = commit({EntryStep{chain.claims({"a"})}, release_of("a")});
  ASSERT_EQ(work.standings.size(), 1U);
  EXPECT_EQ(work.standings[0].mark, chain.mark());
  EXPECT_EQ(work.standings[0].credit_no, 1U);
  CreateStep made;
  made.sale = "u";
  made.definition.pools = {{"red", 1}};
  EXPECT_EQ(commit({made}).standings.size(), 1U);
  EXPECT_EQ(commit({made}).standings.size(), 1U) << "it was there";
  commit({EntryStep{chain.change(SwitchChange{SaleSwitch::kClosed})}});
  EXPECT_TRUE(commit({DeleteStep{SaleKey("s"), {}, {}}}).standings.empty());
}

TEST_P(HotLedgerContract, ALoadReadsOneSnapshot) {
  ChainScript chain = create_hot();
  commit({EntryStep{chain.claims({"a", "b"})}});
  const auto reader = ledger_->reader();
  std::vector<std::string> ids;
  std::optional<SaleState> seen;
  const bool read = reader->load("s", 2, [&](const SaleState& state, ClaimSource& claims) {
    seen = state;
    commit({EntryStep{chain.claims({"late"})}, release_of("a")});
    StoredClaim claim;
    while (claims.next(claim)) {
      ids.emplace_back(claim.id);
      EXPECT_EQ(claim.state, ClaimState::kConfirmed);
    }
  });
  EXPECT_TRUE(read);
  EXPECT_EQ(ids, (std::vector<std::string>{"a", "b"}));
  ASSERT_TRUE(seen);
  EXPECT_EQ(seen->mark.seq, 1U);
  EXPECT_EQ(seen->claims, 2U);
  EXPECT_FALSE(seen->partial);
  EXPECT_EQ(seen->credit_no, 0U);
  EXPECT_EQ(reader->sale("s")->claims, 3U) << "and the reader goes on";
}

TEST_P(HotLedgerContract, OnlyTheEpochThatIsMeantIsLoaded) {
  create_hot();
  const auto reader = ledger_->reader();
  const auto never = [](const SaleState&, ClaimSource&) { FAIL(); };
  EXPECT_FALSE(reader->load("s", 1, never));
  EXPECT_FALSE(reader->load("s", 3, never));
  EXPECT_FALSE(reader->load("none", 2, never));
  EXPECT_THROW(
      reader->load("s", 2,
                   [](const SaleState&, ClaimSource&) { throw std::runtime_error("the loader's own trouble"); }),
      std::runtime_error);
  EXPECT_TRUE(reader->load("s", 2, [](const SaleState&, ClaimSource&) {}));
}

TEST_P(HotLedgerContract, ProcessesShareIt) {
  ChainScript chain = create_hot();
  const std::unique_ptr<Ledger> mine = std::move(ledger_);
  ledger_ = join();
  EXPECT_EQ(fate(chain.claims({"a"})), EntryFate::kRecorded);
  EXPECT_EQ(mine->reader()->sale("s")->mark, chain.mark());
  EXPECT_TRUE(mine->reader()->audit(std::nullopt).findings.empty());
}

}  // namespace
}  // namespace allot
