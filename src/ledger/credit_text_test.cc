#include "ledger/credit_text.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

std::vector<CreditChange> all_kinds() {
  ClaimCredit claim;
  claim.no = 4'000'000'000;
  claim.id = "order;7:é";
  claim.user = std::string("\xF0\x9F\x8E\x9F 3:p;c\n\0s", 13);
  claim.state = ClaimState::kReleased;
  claim.expires_at = 1'800'000'000'000;
  claim.given_back = {{"red", 2}, {"blue", 1'000'000'000'000'000}};
  ClaimCredit barred;
  barred.state = ClaimState::kHeld;
  return {PoolCredit{"red", 5},
          PoolCredit{"*", -9},
          claim,
          SwitchCredit{SaleSwitch::kOpen},
          barred,
          SwitchCredit{SaleSwitch::kClosed}};
}

TEST(CreditText, ComesBackAsItWas) {
  const auto back = read_credit_text(credit_text(all_kinds()));
  ASSERT_TRUE(back);
  ASSERT_EQ(back->size(), 6U);
  EXPECT_EQ(std::get<PoolCredit>(back->at(0)).pool, "red");
  EXPECT_EQ(std::get<PoolCredit>(back->at(0)).units, 5);
  EXPECT_EQ(std::get<PoolCredit>(back->at(1)).units, -9);
  const auto given = std::get<ClaimCredit>(all_kinds()[2]);
  const auto& claim = std::get<ClaimCredit>(back->at(2));
  EXPECT_EQ(claim.no, given.no);
  EXPECT_EQ(claim.id, given.id);
  EXPECT_EQ(claim.user, given.user);
  EXPECT_EQ(claim.state, given.state);
  EXPECT_EQ(claim.expires_at, given.expires_at);
  EXPECT_EQ(claim.given_back, given.given_back);
  EXPECT_EQ(std::get<SwitchCredit>(back->at(3)).value, SaleSwitch::kOpen);
  EXPECT_EQ(std::get<ClaimCredit>(back->at(4)).state, ClaimState::kHeld);
  EXPECT_EQ(std::get<SwitchCredit>(back->at(5)).value, SaleSwitch::kClosed);
}

TEST(CreditText, NothingIsNoChanges) {
  EXPECT_EQ(credit_text({}), "");
  ASSERT_TRUE(read_credit_text(""));
  EXPECT_TRUE(read_credit_text("")->empty());
}

TEST(CreditText, WhatIsCutIsNotRead) {
  for (const CreditChange& change : all_kinds()) {
    const std::string whole = credit_text({&change, 1});
    EXPECT_TRUE(read_credit_text(whole));
    for (std::size_t bytes = 1; bytes < whole.size(); ++bytes) {
      EXPECT_FALSE(read_credit_text(whole.substr(0, bytes))) << whole << " cut at " << bytes;
    }
  }
}

TEST(CreditText, WhatIsOtherwiseWrongIsNotRead) {
  for (const char* text : {"x", "s3;", "s-1;", "s0", "p3;red5", "p99;red5;", "p3;red5;?", "c1;1;a0;9;0;0;", " ",
                           "p18446744073709551615;red5;", "c1;1;a0;0;0;18446744073709551615;"}) {
    EXPECT_FALSE(read_credit_text(text)) << text;
  }
}

}  // namespace
}  // namespace allot
