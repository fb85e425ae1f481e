#include "wire/resp/resp_reply.h"

#include <gtest/gtest.h>

#include <array>

namespace allot {
namespace {

constexpr Millis kNow = 1'767'323'045'678;
const std::array<ItemView, 1> kItems = {{{"red", 2}}};
const std::array<PoolLeft, 1> kLeft = {{{"red", 48}}};

std::string bulk(std::string_view text) {
  return "$" + std::to_string(text.size()) + "\r\n" + std::string(text) + "\r\n";
}

std::string row(std::string_view verdict, std::string_view claim, std::string_view state, Millis end,
                std::string_view detail) {
  return "*5\r\n" + bulk(verdict) + bulk(claim) + bulk(state) + ":" + std::to_string(end) + "\r\n" + bulk(detail);
}

std::string claim_row(const ClaimRequest& request, const Decision& decision, Millis now = kNow) {
  std::string out = "before";
  write_resp_claim(out, "s", request, decision, now);
  EXPECT_EQ(out.substr(0, 6), "before");
  return out.substr(6);
}

std::string answer(RespShape shape, const Answer& answer, int protocol = 2) {
  std::string out;
  write_resp_answer(out, shape, answer, protocol);
  return out;
}

Decision accepted() {
  Decision decision;
  decision.verdict = Verdict::kAccepted;
  decision.state = ClaimState::kHeld;
  decision.claim = "c1";
  decision.items = kItems;
  decision.left = kLeft;
  decision.created_at = kNow;
  decision.expires_at = kNow + 1;
  decision.version = 3;
  return decision;
}

TEST(RespClaim, AcceptedIsARow) {
  ClaimRequest request;
  request.user = "u";
  EXPECT_EQ(claim_row(request, accepted()),
            row("accepted", "c1", "held", kNow + 1,
                R"({"sale":"s","user":"u","reason":null,"items":[{"pool":"red","units":2}],"ref":null,"meta":null,)"
                R"("created_at":"2026-01-02T03:04:05.678Z","team":null,"left":{"red":48},"version":3})"));
  Decision replay = accepted();
  replay.verdict = Verdict::kReplayed;
  replay.state = ClaimState::kConfirmed;
  replay.expires_at = 0;
  const std::string text = claim_row(request, replay);
  EXPECT_TRUE(text.starts_with("*5\r\n$8\r\naccepted\r\n$2\r\nc1\r\n$9\r\nconfirmed\r\n:0\r\n")) << text;
  EXPECT_TRUE(text.ends_with("\"team\":null,\"replayed\":true}\r\n")) << text;
}

TEST(RespClaim, AReplayFromTheLedgerShowsItsClaim) {
  Claim claim;
  claim.sale = "s";
  claim.id = "c9";
  claim.user = "u";
  claim.items = {{"red", 2}};
  claim.created_at = kNow;
  claim.meta = "{}";
  Decision replay;
  replay.verdict = Verdict::kReplayed;
  std::string out;
  write_resp_claim(out, claim, replay, kNow);
  EXPECT_EQ(out, row("accepted", "c9", "confirmed", 0,
                     R"({"sale":"s","user":"u","reason":null,"items":[{"pool":"red","units":2}],"ref":null,"meta":{},)"
                     R"("created_at":"2026-01-02T03:04:05.678Z","team":null,"replayed":true})"));
}

TEST(RespClaim, DetailsOfAnyLengthHaveTheRightHeader) {
  for (std::size_t bytes : {1U, 10U, 60U, 128U}) {
    for (std::size_t pools : {1U, 9U, 100U}) {
      const std::string user(bytes, 'u');
      const std::vector<ItemView> items(pools, {"a-pool", 1});
      ClaimRequest request;
      request.user = user;
      Decision decision = accepted();
      decision.items = items;
      const std::string text = claim_row(request, decision);
      const std::size_t json = text.find('{');
      ASSERT_NE(json, std::string::npos);
      EXPECT_TRUE(text.ends_with("\"version\":3}\r\n"));
      const std::string header = "\r\n$" + std::to_string(text.size() - 2 - json) + "\r\n";
      EXPECT_EQ(text.substr(json - header.size(), header.size()), header);
    }
  }
}

TEST(RespClaim, RefusalsAreRowsToo) {
  Decision decision;
  decision.verdict = Verdict::kSoldOut;
  decision.left = kLeft;
  EXPECT_EQ(claim_row({}, decision),
            row("sold_out", "", "", 0, R"({"left":{"red":48},"now":"2026-01-02T03:04:05.678Z"})"));
  decision = {};
  decision.claim = "c1";
  decision.verdict = Verdict::kAlreadyClaimed;
  EXPECT_EQ(claim_row({}, decision), row("already_claimed", "c1", "", 0, R"({"now":"2026-01-02T03:04:05.678Z"})"));
  decision.verdict = Verdict::kReleased;
  EXPECT_EQ(claim_row({}, decision), row("released", "c1", "released", 0, R"({"now":"2026-01-02T03:04:05.678Z"})"));
  decision = {};
  decision.verdict = Verdict::kClosed;
  EXPECT_EQ(claim_row({}, decision, 0), row("closed", "", "", 0, ""));
}

TEST(RespClaim, WhatCannotBeDecidedIsAnError) {
  Decision frozen;
  EXPECT_EQ(claim_row({}, frozen), "-UNAVAILABLE outcome=none\r\n");
  frozen.verdict = Verdict::kOverloaded;
  EXPECT_EQ(claim_row({}, frozen), "-OVERLOADED retry_ms=1000\r\n");
  std::string out;
  write_resp_unavailable(out, Outcome::kUnknown, "c1");
  write_resp_overloaded(out, 20);
  EXPECT_EQ(out, "-UNAVAILABLE outcome=unknown claim=c1\r\n-OVERLOADED retry_ms=20\r\n");
}

TEST(RespAnswer, RowsOfClaims) {
  Claim claim;
  claim.sale = "s";
  claim.id = "c1";
  claim.user = "u";
  claim.state = ClaimState::kReleased;
  claim.reason = "late";
  claim.created_at = kNow;
  claim.expires_at = kNow;
  Answer ok;
  ok.verdict = Verdict::kOk;
  ok.body = claim;
  EXPECT_EQ(answer(RespShape::kClaimRow, ok),
            row("ok", "c1", "released", kNow,
                R"({"sale":"s","user":"u","reason":"late","items":[],"ref":null,"meta":null,)"
                R"("created_at":"2026-01-02T03:04:05.678Z","team":null})"));
  Answer unknown;
  unknown.verdict = Verdict::kUnknownClaim;
  EXPECT_EQ(answer(RespShape::kClaimRow, unknown),
            row("unknown_claim", "", "", 0, R"({"detail":"there is no claim with this id"})"));
}

TEST(RespAnswer, RestockIsAVerdictAndWhatIsLeft) {
  Answer ok;
  ok.verdict = Verdict::kOk;
  ok.body = RestockDone{.pool = "red", .left = 9, .version = 2, .replayed = false};
  EXPECT_EQ(answer(RespShape::kRestock, ok), "*2\r\n$2\r\nok\r\n:9\r\n");
  Answer refused;
  refused.verdict = Verdict::kInsufficient;
  EXPECT_EQ(answer(RespShape::kRestock, refused), "*2\r\n$12\r\ninsufficient\r\n:0\r\n");
  refused.verdict = Verdict::kInvalid;
  refused.field = "units";
  refused.detail = "no";
  EXPECT_EQ(answer(RespShape::kRestock, refused),
            "*2\r\n$7\r\ninvalid\r\n" + bulk(R"({"field":"units","detail":"no"})"));
}

TEST(RespAnswer, StockIsAMapInResp3) {
  Answer ok;
  ok.verdict = Verdict::kOk;
  ok.body = StockList{{{"red", 1}, {"*", -2}}};
  EXPECT_EQ(answer(RespShape::kStock, ok), "*4\r\n$3\r\nred\r\n:1\r\n$1\r\n*\r\n:-2\r\n");
  EXPECT_EQ(answer(RespShape::kStock, ok, 3), "%2\r\n$3\r\nred\r\n:1\r\n$1\r\n*\r\n:-2\r\n");
  Answer unknown;
  unknown.verdict = Verdict::kUnknownSale;
  EXPECT_EQ(answer(RespShape::kStock, unknown), "-ERR unknown_sale\r\n");
  unknown.verdict = Verdict::kUnknownPool;
  unknown.detail = "green\r\n";
  EXPECT_EQ(answer(RespShape::kStock, unknown), "-ERR unknown_pool green??\r\n");
}

TEST(RespAnswer, OthersAreJsonText) {
  Answer ok;
  ok.verdict = Verdict::kOk;
  ok.body = VersionIs{4};
  EXPECT_EQ(answer(RespShape::kJson, ok), bulk(R"({"verdict":"ok","version":4})"));
  std::string out;
  write_resp_do(out, 201, "{}");
  EXPECT_EQ(out, "*2\r\n:201\r\n$2\r\n{}\r\n");
}

TEST(RespAnswer, FaultsAreErrorsInEveryShape) {
  Answer fault;
  fault.outcome = Outcome::kUnknown;
  Answer overloaded;
  overloaded.verdict = Verdict::kOverloaded;
  overloaded.retry_after_ms = 5;
  for (const RespShape shape : {RespShape::kClaimRow, RespShape::kRestock, RespShape::kStock, RespShape::kJson}) {
    EXPECT_EQ(answer(shape, fault), "-UNAVAILABLE outcome=unknown\r\n");
    EXPECT_EQ(answer(shape, overloaded), "-OVERLOADED retry_ms=5\r\n");
  }
}

}  // namespace
}  // namespace allot
