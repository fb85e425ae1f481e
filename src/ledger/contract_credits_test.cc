// Kept credits, with rows that are missing, too old or damaged.
#include "ledger/contract_hot_fixture.h"
#include "ledger/load_steps.h"

namespace allot {
namespace {

using Numbers = std::vector<std::uint64_t>;

/// As if credits up to `last` had been numbered, of which only a few are there.
void number_credits(const LedgerHouse& house, SaleUid uid, std::uint64_t last, const Numbers& kept) {
  house.edit("UPDATE allot_sale SET credit_no = " + std::to_string(last) + " WHERE uid = " + std::to_string(uid));
  for (const std::uint64_t number : kept) {
    house.edit("INSERT INTO allot_credit(uid, no, seq, body) VALUES(" + std::to_string(uid) + ", " +
               std::to_string(number) + ", 0, 's0;')");
  }
}

Numbers numbers_of(const std::vector<Credit>& credits) {
  Numbers numbers;
  for (const Credit& credit : credits) numbers.push_back(credit.number);
  return numbers;
}

TEST_P(HotLedgerContract, CreditsEndBeforeTheFirstThatIsMissing) {
  const SaleUid uid = create();
  number_credits(*house_, uid, 6, {2, 3, 5, 6});
  EXPECT_EQ(numbers_of(credits(uid, 0)), Numbers{});
  EXPECT_EQ(numbers_of(credits(uid, 1)), (Numbers{2, 3}));
  EXPECT_EQ(numbers_of(credits(uid, 3)), Numbers{});
  EXPECT_EQ(numbers_of(credits(uid, 4)), (Numbers{5, 6}));
}

TEST_P(HotLedgerContract, ANewLoadForgetsAllCreditsButTheNewest) {
  const SaleUid uid = create();
  const SaleUid other = create("t");
  number_credits(*house_, uid, kCreditsKept + 2, {1, 2, 3, 4});
  number_credits(*house_, other, kCreditsKept + 2, {1, 2});
  ASSERT_EQ(fence(1).outcome, Loaded::kMine);
  EXPECT_EQ(numbers_of(credits(uid, 0)), Numbers{});
  EXPECT_EQ(numbers_of(credits(uid, 1)), Numbers{});
  EXPECT_EQ(numbers_of(credits(uid, 2)), (Numbers{3, 4}));
  EXPECT_EQ(numbers_of(credits(other, 0)), (Numbers{1, 2}));
}

TEST_P(HotLedgerContract, ADamagedCreditIsReported) {
  const SaleUid uid = create();
  number_credits(*house_, uid, 1, {1});
  house_->edit("UPDATE allot_credit SET body = 'c1;'");
  EXPECT_THROW(credits(uid), LedgerError);
}

}  // namespace
}  // namespace allot
