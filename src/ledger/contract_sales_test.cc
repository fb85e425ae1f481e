// Create, pause, resume, close, delete; ownership of the ledger.
#include "ledger/contract_fixture.h"

namespace allot {
namespace {

TEST_P(LedgerContract, CreateIsIdempotentByItsFirstDefinition) {
  const CreateStep first = create_step("s", two_pools());
  EXPECT_EQ(first.verdict, Verdict::kCreated);
  const CreateStep again = create_step("s", two_pools());
  EXPECT_EQ(again.verdict, Verdict::kOk);
  EXPECT_EQ(again.uid, first.uid);
  SaleDefinition other = two_pools();
  other.hold_seconds = 60;
  EXPECT_EQ(create_step("s", other).verdict, Verdict::kSaleExists);
  EXPECT_EQ(create_step("S", other).verdict, Verdict::kCreated) << "names are binary";
  const SaleState state = ledger_->sale(first.uid);
  EXPECT_EQ(state.sale, "s");
  EXPECT_EQ(state.epoch, 1U);
  EXPECT_EQ(state.version, 1);
  EXPECT_EQ(state.definition, two_pools());
  EXPECT_EQ(of(*state.total), (Figures{25, 0, 0}));
}

TEST_P(LedgerContract, SwitchesFollowEntriesAndResumeIsACredit) {
  SaleScript sale = create();
  EXPECT_EQ(one(ResumeStep{sale.uid(), {}}).verdict, Verdict::kOk);
  EXPECT_TRUE(credits_.empty()) << "it was open";
  record(sale.change(SwitchChange{SaleSwitch::kPaused}));
  EXPECT_EQ(ledger_->sale(sale.uid()).switched, SaleSwitch::kPaused);
  EXPECT_EQ(one(ResumeStep{sale.uid(), {}}).verdict, Verdict::kOk);
  ASSERT_EQ(credits_.size(), 1U);
  EXPECT_EQ(std::get<SwitchCredit>(credits_[0].changes.at(0)).value, SaleSwitch::kOpen);
  record(sale.change(SwitchChange{SaleSwitch::kClosed}));
  EXPECT_EQ(one(ResumeStep{sale.uid(), {}}).verdict, Verdict::kClosed);
  EXPECT_EQ(one(ResumeStep{99, {}}).verdict, Verdict::kUnknownSale);
  reopen();
  EXPECT_EQ(states_.at(0).switched, SaleSwitch::kClosed);
}

TEST_P(LedgerContract, DeleteFreesTheNameAndKeepsTheRows) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}}, kStart + kHour, "order-1", "", {}}}));
  EXPECT_EQ(one(DeleteStep{sale.uid(), {}, {}}).verdict, Verdict::kNotSettled) << "open";
  record(sale.change(SwitchChange{SaleSwitch::kClosed}));
  const DeleteStep held = one(DeleteStep{sale.uid(), {}, {}});
  EXPECT_EQ(held.verdict, Verdict::kNotSettled);
  EXPECT_NE(held.detail.find("2 units"), std::string::npos) << held.detail;
  EXPECT_EQ(confirm(sale.uid(), 0, "a").verdict, Verdict::kOk);
  EXPECT_EQ(one(DeleteStep{sale.uid(), {}, {}}).verdict, Verdict::kOk);
  EXPECT_EQ(one(DeleteStep{sale.uid(), {}, {}}).verdict, Verdict::kOk);
  EXPECT_THROW(ledger_->sale(sale.uid()), LedgerError);
  EXPECT_EQ(confirm(sale.uid(), 0, "a").verdict, Verdict::kUnknownClaim);
  EXPECT_EQ(ledger_->reader()->claims_by_ref("order-1", 10).size(), 1U);
  EXPECT_FALSE(record(sale.claims({{"b", "u2"}})));
  const CreateStep anew = create_step("s", two_pools());
  EXPECT_EQ(anew.verdict, Verdict::kCreated);
  EXPECT_GT(anew.uid, sale.uid());
  reopen();
  ASSERT_EQ(states_.size(), 1U);
  EXPECT_EQ(states_[0].uid, anew.uid);
  EXPECT_TRUE(findings().empty());
}

TEST_P(LedgerContract, DeleteAndCreateInOneTransaction) {
  SaleScript sale = create();
  record(sale.claims({{"a", "u1", {{"red", 2}}, kStart + kHour}}));
  Work work;
  work.steps.emplace_back(EntryStep{sale.change(SwitchChange{SaleSwitch::kClosed}), false});
  work.steps.emplace_back(ReleaseStep{{sale.uid(), "a", 0}, "", "", false, {}, kStart, {}, {}, {}, {}});
  work.steps.emplace_back(DeleteStep{sale.uid(), {}, {}});
  work.steps.emplace_back(CreateStep{"s", two_pools(), kStart, {}, {}});
  ASSERT_EQ(ledger_->commit(work).result, CommitResult::kDone);
  EXPECT_EQ(std::get<DeleteStep>(work.steps[2]).verdict, Verdict::kOk);
  EXPECT_EQ(std::get<CreateStep>(work.steps[3]).verdict, Verdict::kCreated);
  EXPECT_TRUE(findings().empty());
}

TEST_P(LedgerContract, MarksGrow) {
  const Ledger::Marks before = ledger_->marks();
  EXPECT_EQ(before.time, kStart);
  SaleScript sale = create();
  record(sale.claims({{"a", "u1"}, {"b", "u2"}}));
  EXPECT_EQ(ledger_->marks().time, kStart + 1);
  reopen();
  EXPECT_EQ(ledger_->marks().fence, before.fence + 1);
}

TEST_P(LedgerContract, ProbeOfAHealthyLedgerIsEmpty) { EXPECT_EQ(ledger_->probe(), ""); }

TEST_P(LedgerContract, SecondOwnerIsRefused) {
  const std::unique_ptr<Ledger> second = house_->open();
  try {
    second->take_over(kStart);
    FAIL() << "two owners";
  } catch (const LedgerError& error) {
    EXPECT_NE(std::string(error.what()).find("owned by another process"), std::string::npos) << error.what();
  }
  SaleScript sale = create();
  EXPECT_TRUE(record(sale.claims({{"a", "u1"}}))) << "the first is unharmed";
}

}  // namespace
}  // namespace allot
