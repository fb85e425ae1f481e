#include "cli/demo/crowd.h"

#include <gtest/gtest.h>

#include <map>

#include "cli/demo/last_round.h"
#include "cli/demo/ledger_claims.h"

namespace allot {
namespace {

// A server in a few lines: right, but for the fault that a test asks for.
class Shop {
 public:
  std::int64_t left = 20;
  bool forgets_ids = false;

  Reply answer(const Call& call) {
    switch (call.kind) {
      case CallKind::kClaim: return claim(call);
      case CallKind::kConfirm: return {Verdict::kOk, call.claim, {}};
      case CallKind::kRelease: return release(call);
      case CallKind::kUnknownPool: return {Verdict::kUnknownPool, {}, {}};
      case CallKind::kUnknownSale: return {Verdict::kUnknownSale, {}, {}};
      case CallKind::kNegativeUnits:
      case CallKind::kUnknownField:
      case CallKind::kMissingUser: return {Verdict::kInvalid, {}, {}};
    }
    return {};
  }

 private:
  Reply claim(const Call& call) {
    last_id_ = call.claim.empty() ? std::to_string(++ids_) : call.claim;
    const auto known = states_.find(last_id_);
    if (known != states_.end() && !forgets_ids) {
      return {known->second.second ? Verdict::kReplayed : Verdict::kReleased, last_id_, {}};
    }
    if (owners_[call.user] > 0 && !forgets_ids) return {Verdict::kAlreadyClaimed, {}, {}};
    if (left == 0) return {Verdict::kSoldOut, {}, {}};
    --left;
    ++owners_[call.user];
    states_[last_id_] = {call.user, true};
    return {Verdict::kAccepted, last_id_, {}};
  }

  Reply release(const Call& call) {
    auto& [user, is_live] = states_[call.claim];
    is_live = false;
    --owners_[user];
    ++left;
    return {Verdict::kOk, call.claim, {}};
  }

  std::map<std::string, std::pair<std::string, bool>> states_;
  std::map<std::string, int> owners_;
  std::string last_id_;
  int ids_ = 0;
};

void play(CallSource& source, Shop& shop) {
  Call call;
  while (source.next(call)) {
    source.answered(call, shop.answer(call));
    call = Call{};
  }
}

TEST(Crowd, DoesAllOfItAndFindsNothingWrongWithAGoodShop) {
  DemoPulse pulse;
  Shop shop;
  Crowd crowd({"h-", 100, 20'000, 7}, pulse);
  play(crowd, shop);
  EXPECT_EQ(crowd.counts().clicks, 20'000U);
  EXPECT_EQ(pulse.answered, 20'000U);
  EXPECT_GT(crowd.counts().double_clicks, 4'000U);
  EXPECT_GT(crowd.counts().retries, 1'000U);
  EXPECT_GT(crowd.counts().nonsense, 100U);
  EXPECT_GT(crowd.counts().confirms, 0U);
  EXPECT_GT(crowd.counts().cancels, 0U);
  EXPECT_EQ(crowd.counts().retries_wrong, 0U);
  EXPECT_EQ(crowd.counts().unexpected, 0U) << crowd.counts().first_unexpected;
  EXPECT_EQ(pulse.live.peak(), 20);
  EXPECT_EQ(pulse.live.now(), 20 - shop.left);
}

TEST(Crowd, NoticesAShopThatForgetsIds) {
  DemoPulse pulse;
  Shop shop;
  shop.left = 10'000;
  shop.forgets_ids = true;
  Crowd crowd({"h-", 100, 5'000, 7}, pulse);
  play(crowd, shop);
  EXPECT_GT(crowd.counts().retries_wrong, 0U);
}

TEST(Crowd, NoticesNonsenseThatIsAccepted) {
  DemoPulse pulse;
  Crowd crowd({"h-", 100, 5'000, 7}, pulse);
  Call call;
  while (crowd.next(call)) crowd.answered(call, {Verdict::kAccepted, "x", {}});
  EXPECT_EQ(crowd.counts().nonsense_accepted, crowd.counts().nonsense);
  EXPECT_GT(crowd.counts().unexpected, 0U);
}

// Sends clicks without answering any, until one is sent again; answers the later one first.
TEST(Crowd, ARetryMayOvertakeItsClick) {
  DemoPulse pulse;
  Crowd crowd({"h-", 1000, 5'000, 7}, pulse);
  std::map<std::string, Call> sent;
  Call call;
  while (crowd.next(call)) {
    if (call.kind == CallKind::kClaim && !call.claim.empty() && !sent.emplace(call.claim, call).second) break;
    call = Call{};
  }
  ASSERT_FALSE(call.claim.empty());
  crowd.answered(call, {Verdict::kAccepted, call.claim, {}});
  crowd.answered(sent[call.claim], {Verdict::kReplayed, call.claim, {}});
  EXPECT_EQ(crowd.counts().unexpected, 0U) << crowd.counts().first_unexpected;
  EXPECT_EQ(crowd.claims().size(), 1U);
}

TEST(Crowd, NoticesAReplayOfWhatWasSentOnce) {
  DemoPulse pulse;
  Crowd crowd({"h-", 1000, 5'000, 7}, pulse);
  Call call;
  while (crowd.next(call) && call.kind != CallKind::kClaim) call = Call{};
  crowd.answered(call, {Verdict::kReplayed, call.claim, {}});
  EXPECT_EQ(crowd.counts().unexpected, 1U);
}

TEST(Crowd, StopsWhenItIsTold) {
  DemoPulse pulse;
  pulse.stop = true;
  Call call;
  EXPECT_FALSE(Crowd({"h-", 100, 10, 7}, pulse).next(call));
}

TEST(LastRound, WishesForWhatIsLeftByBuyersWhoOwnNothing) {
  SaleFigures sale;
  sale.pools = {{"blue", 6, 4, 2, 0}, {"red", 6, 1, 5, 0}};
  sale.total = PoolFigures{"*", 10, 3, 7, 0};
  const auto wishes = last_wishes(sale, 5, {{"a", 0, 0, ClaimState::kHeld}, {"b", 1, 0, ClaimState::kReleased}});
  ASSERT_EQ(wishes.size(), 3U);
  EXPECT_EQ(wishes[0].buyer, 1U);
  EXPECT_EQ(kDemoPools[wishes[0].pool], "red");
  EXPECT_EQ(wishes[1].buyer, 2U);
  EXPECT_EQ(kDemoPools[wishes[1].pool], "blue");
  EXPECT_EQ(wishes[2].buyer, 3U);
  sale.total->left = 0;
  EXPECT_TRUE(last_wishes(sale, 5, {}).empty());
}

TEST(LedgerClaims, CountsRowsOfThisSaleOnly) {
  const char* body = R"({"verdict":"ok","claims":[
    {"sale":"a","claim":"c","user":"u","state":"held","items":[{"pool":"red","units":2},{"pool":"blue","units":1}]},
    {"sale":"b","claim":"c","user":"v","state":"released","items":[]}],"next":null})";
  const LedgerClaim claim = parse_ledger_claim(body, "a", "c");
  EXPECT_EQ(claim.rows, 1U);
  EXPECT_EQ(claim.user, "u");
  EXPECT_EQ(claim.state, "held");
  EXPECT_EQ(claim.units, 3);
  EXPECT_EQ(parse_ledger_claim(R"({"verdict":"ok","claims":[]})", "a", "c").rows, 0U);
  EXPECT_THROW(parse_ledger_claim("", "a", "c"), std::runtime_error);
}

}  // namespace
}  // namespace allot
