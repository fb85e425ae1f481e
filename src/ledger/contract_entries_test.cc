// Entries: exactly once, in order, and what they change.
#include "ledger/contract_fixture.h"

namespace allot {
namespace {

using Strings = std::vector<std::string>;

TEST_P(LedgerContract, RecordsClaimsWithAllTheirValues) {
  SaleScript sale = create();
  const TestClaim full{"c-1", "Bob", {{"red", 2}, {"blue", 3}}, kStart + kHour, "order-9", R"({"k":1})", 1};
  ASSERT_TRUE(record(sale.claims({full, {"c-2", "bob"}})));
  EXPECT_TRUE(credits_.empty());
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 3, 1}));
  EXPECT_EQ(figures(sale.uid(), "blue"), (Figures{20, 3, 0}));
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{25, 6, 1}));
  const std::optional<Claim> claim = ledger_->reader()->claim({sale.uid(), "c-1", 0});
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->sale, "s");
  EXPECT_EQ(claim->user, "Bob");
  EXPECT_EQ(claim->state, ClaimState::kHeld);
  EXPECT_EQ(claim->items, full.items);
  EXPECT_EQ(claim->ref, "order-9");
  EXPECT_EQ(claim->meta, R"({"k":1})");
  EXPECT_EQ(claim->created_at, kStart);
  EXPECT_EQ(claim->expires_at, kStart + kHour);
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, StreamsClaimsInOrderAfterReopening) {
  SaleScript sale = create();
  ASSERT_TRUE(record(sale.claims({{"a", "u1", {{"red", 1}, {"blue", 2}}}, {"b", "u2"}})));
  ASSERT_TRUE(record(sale.claims({{"c", "u3", {{"blue", 1}}, kStart + kHour, "r", "", 1}})));
  EXPECT_EQ(release(sale.uid(), 0, "a", true).verdict, Verdict::kOk);
  reopen();
  ASSERT_EQ(states_.size(), 1U);
  EXPECT_EQ(states_[0].claims, 3U);
  EXPECT_EQ(states_[0].epoch, 2U);
  EXPECT_EQ(states_[0].seq, 0U);
  EXPECT_EQ(states_[0].credit_no, 1U);
  const auto source = ledger_->claims(sale.uid());
  StoredClaim claim;
  ASSERT_TRUE(source->next(claim));
  EXPECT_EQ(claim.id, "a");
  EXPECT_EQ(claim.state, ClaimState::kReleased);
  ASSERT_EQ(claim.items.size(), 2U);
  EXPECT_EQ(claim.items[1].pool, "blue");
  EXPECT_EQ(claim.items[1].units, 0);
  EXPECT_EQ(claim.items[1].given_back, 2);
  ASSERT_TRUE(source->next(claim));
  EXPECT_EQ(claim.no, 1U);
  EXPECT_EQ(claim.items.size(), 1U);
  EXPECT_FALSE(claim.has_extra);
  ASSERT_TRUE(source->next(claim));
  EXPECT_EQ(claim.user, "u3");
  EXPECT_TRUE(claim.has_extra);
  EXPECT_EQ(claim.if_version, 1);
  EXPECT_EQ(claim.items.at(0).units, 1);
  EXPECT_FALSE(source->next(claim));
  EXPECT_FALSE(source->next(claim));
}

TEST_P(LedgerContract, RepeatedEntryIsRecordedOnce) {
  SaleScript sale = create();
  const auto first = sale.claims({{"a", "u1"}});
  const auto second = sale.claims({{"b", "u2"}});
  EXPECT_TRUE(record(first));
  EXPECT_TRUE(record(first));
  EXPECT_TRUE(record(second));
  EXPECT_TRUE(record(first));
  EXPECT_TRUE(record(second));
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 2, 2}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, GapForkAndOldEpochAreNotRecorded) {
  SaleScript sale = create();
  const auto first = sale.claims({{"a", "u1"}});
  const auto second = sale.claims({{"b", "u2"}});
  EXPECT_FALSE(record(second)) << "a gap";
  EXPECT_TRUE(record(first));
  Entry forked;
  forked.uid = first->uid;
  forked.epoch = first->epoch;
  forked.seq = first->seq;
  forked.nonce = first->nonce + 1;
  EXPECT_FALSE(record(std::make_shared<Entry>(std::move(forked)))) << "a fork";
  EXPECT_FALSE(record(SaleScript(99, 1, 0).claims({{"x", "u"}}))) << "an unknown sale";
  reopen();
  EXPECT_FALSE(record(second)) << "an old epoch";
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 1, 1}));
}

TEST_P(LedgerContract, EntriesOfOneTransactionAreAppliedInOrder) {
  SaleScript one = create("one");
  SaleScript two = create("two");
  Work work;
  work.steps.emplace_back(EntryStep{one.claims({{"a", "u1", {{"red", 1}}, kStart + kHour}}), false});
  work.steps.emplace_back(EntryStep{two.claims({{"a", "u1"}, {"b", "u2"}}), false});
  work.steps.emplace_back(EntryStep{one.claims({{"b", "u2"}}), false});
  work.steps.emplace_back(ConfirmStep{{one.uid(), "a", 0}, kStart, {}, {}});
  work.steps.emplace_back(EntryStep{one.claims({{"c", "u3"}}), false});
  ASSERT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  for (const std::size_t i : {0, 1, 2, 4}) EXPECT_TRUE(std::get<EntryStep>(work.steps[i]).recorded);
  EXPECT_EQ(std::get<ConfirmStep>(work.steps[3]).verdict, Verdict::kOk);
  EXPECT_EQ(work.credits.size(), 1U);
  EXPECT_EQ(figures(one.uid(), "red"), (Figures{10, 3, 3}));
  EXPECT_EQ(figures(two.uid(), "red"), (Figures{10, 2, 2}));
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, OversellingAbortsTheWholeTransaction) {
  SaleScript sale = create();
  Work work;
  work.steps.emplace_back(EntryStep{sale.claims({{"a", "u1"}}), false});
  work.steps.emplace_back(EntryStep{sale.claims({{"b", "u2", {{"red", 10}}}}), false});
  const CommitOutcome outcome = ledger_->commit(work);
  EXPECT_EQ(outcome.result, CommitResult::kNothing);
  EXPECT_NE(outcome.detail.find("pool 'red'"), std::string::npos) << outcome.detail;
  EXPECT_FALSE(std::get<EntryStep>(work.steps[0]).recorded);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 0, 0}));
}

TEST_P(LedgerContract, ClaimNumbersHaveNoGaps) {
  SaleScript sale = create();
  Work work;
  work.steps.emplace_back(EntryStep{SaleScript(sale.uid(), 1, 5).claims({{"a", "u1"}}), false});
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kNothing);
  EXPECT_TRUE(record(sale.claims({{"a", "u1"}})));
}

TEST_P(LedgerContract, RestockComesBackAsCredit) {
  SaleScript sale = create();
  ASSERT_TRUE(record(sale.change(RestockChange{"r1", "red", 5, true, 1, 15}, 1)));
  ASSERT_EQ(credits_.size(), 1U);
  EXPECT_EQ(credits_[0].number, 1U);
  ASSERT_EQ(credits_[0].changes.size(), 2U);
  EXPECT_EQ(std::get<PoolCredit>(credits_[0].changes[0]).pool, "red");
  EXPECT_EQ(std::get<PoolCredit>(credits_[0].changes[1]).pool, "*");
  EXPECT_EQ(std::get<PoolCredit>(credits_[0].changes[1]).units, 5);
  ASSERT_TRUE(record(sale.change(RestockChange{"r2", "blue", 7, false, {}, 27}, 1)));
  EXPECT_EQ(credits_.at(0).changes.size(), 1U);
  ASSERT_TRUE(record(sale.change(RestockChange{"r3", "*", 2, true, {}, 32}, 1)));
  EXPECT_EQ(credits_.at(0).changes.size(), 1U);
  EXPECT_EQ(credits_.at(0).number, 3U);
  ASSERT_TRUE(record(sale.change(RestockChange{"r4", "red", -4, true, {}, 11}, 1)));
  EXPECT_TRUE(credits_.empty()) << "a withdrawal was taken hot";
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{11, 0, 0}));
  EXPECT_EQ(figures(sale.uid(), "blue"), (Figures{27, 0, 0}));
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{28, 0, 0}));
  EXPECT_EQ(findings(), Strings{});
  const SaleState state = ledger_->sale(sale.uid());
  EXPECT_EQ(state.version, 5);
  ASSERT_EQ(state.restocks.size(), 4U);
  EXPECT_EQ(state.restocks[0].if_version, 1);
  EXPECT_EQ(state.restocks[0].left, 15);
  EXPECT_FALSE(state.restocks[1].moves_total);
}

TEST_P(LedgerContract, WithdrawalBelowWhatIsTakenIsRefused) {
  SaleScript sale = create();
  ASSERT_TRUE(record(sale.claims({{"a", "u1", {{"red", 8}}}})));
  Work work;
  work.steps.emplace_back(EntryStep{sale.change(RestockChange{"r1", "red", -3, true, {}, 0}), false});
  EXPECT_EQ(ledger_->commit(work).result, CommitResult::kNothing);
  EXPECT_EQ(figures(sale.uid(), "red"), (Figures{10, 8, 8}));
}

TEST_P(LedgerContract, NewDefinitionBringsNewPoolsAndKeepsTheTotal) {
  SaleScript sale = create();
  SaleDefinition changed = two_pools();
  changed.pools.insert(changed.pools.begin() + 1, {"green", 4});
  changed.claims_per_user = 1;
  ASSERT_TRUE(record(sale.change(DefinitionChange{changed, {{"green", 4}}}, 1)));
  ASSERT_EQ(credits_.size(), 1U);
  EXPECT_EQ(std::get<PoolCredit>(credits_[0].changes.at(0)).units, 4);
  EXPECT_EQ(figures(sale.uid(), "green"), (Figures{4, 0, 0}));
  EXPECT_EQ(figures(sale.uid(), "*"), (Figures{25, 0, 0}));
  const SaleState state = ledger_->sale(sale.uid());
  EXPECT_EQ(state.definition, changed);
  EXPECT_EQ(state.first_definition, two_pools());
  ASSERT_EQ(state.pools.size(), 3U);
  EXPECT_EQ(state.pools[1].pool, "green");
  EXPECT_EQ(findings(), Strings{});
}

TEST_P(LedgerContract, BarredIdIsAReleasedClaimOfNobody) {
  SaleScript sale = create();
  ASSERT_TRUE(record(sale.bar("late", "gave up")));
  ASSERT_TRUE(record(sale.claims({{"a", "u1"}})));
  const std::optional<Claim> claim = ledger_->reader()->claim({sale.uid(), "late", 0});
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->user, "");
  EXPECT_EQ(claim->state, ClaimState::kReleased);
  EXPECT_EQ(claim->reason, "gave up");
  EXPECT_TRUE(claim->items.empty());
  EXPECT_EQ(release(sale.uid(), 0, "late").verdict, Verdict::kOk);
  EXPECT_EQ(confirm(sale.uid(), 0, "late").verdict, Verdict::kAlreadyReleased);
  EXPECT_EQ(findings(), Strings{});
}

}  // namespace
}  // namespace allot
