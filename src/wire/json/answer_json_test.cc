#include "wire/json/answer_json.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/json.hpp>

#include "wire/json/verdict_sentence.h"

namespace allot {
namespace {

constexpr Millis kNow = 1'767'323'045'678;
constexpr std::string_view kNowText = R"("2026-01-02T03:04:05.678Z")";
const std::array<ItemView, 1> kItems = {{{"red", 2}}};
const std::array<PoolLeft, 2> kLeft = {{{"red", 48}, {"blue", 0}}};

std::string claim_json(const ClaimRequest& request, const Decision& decision, Millis now = kNow) {
  std::string out;
  write_claim_json(out, "sneakers", request, decision, now);
  EXPECT_NO_THROW(boost::json::parse(out)) << out;
  return out;
}

std::string answer_json(const Answer& answer) {
  std::string out = "before";
  write_answer_json(out, answer);
  EXPECT_EQ(out.substr(0, 6), "before");
  out.erase(0, 6);
  EXPECT_NO_THROW(boost::json::parse(out)) << out;
  return out;
}

std::string with_now(std::string_view text) { return std::string(text).append(kNowText).append("}"); }

Decision accepted() {
  Decision decision;
  decision.verdict = Verdict::kAccepted;
  decision.claim = "c1";
  decision.items = kItems;
  decision.left = std::span(kLeft).first(1);
  decision.created_at = kNow;
  decision.version = 3;
  return decision;
}

TEST(ClaimJson, AcceptedCarriesTheWholeClaim) {
  ClaimRequest request;
  request.user = "u\"1";
  EXPECT_EQ(claim_json(request, accepted()),
            R"({"verdict":"accepted","claim":"c1","sale":"sneakers","user":"u\"1","state":"confirmed","reason":null,)"
            R"("items":[{"pool":"red","units":2}],"ref":null,"meta":null,"created_at":"2026-01-02T03:04:05.678Z",)"
            R"("expires_at":null,"team":null,"left":{"red":48},"version":3})");
  request.ref = "order 7";
  request.meta = R"({"a":[1]})";
  Decision held = accepted();
  held.state = ClaimState::kHeld;
  held.expires_at = kNow + 1'000;
  EXPECT_EQ(claim_json(request, held),
            R"({"verdict":"accepted","claim":"c1","sale":"sneakers","user":"u\"1","state":"held","reason":null,)"
            R"("items":[{"pool":"red","units":2}],"ref":"order 7","meta":{"a":[1]},)"
            R"("created_at":"2026-01-02T03:04:05.678Z","expires_at":"2026-01-02T03:04:06.678Z","team":null,)"
            R"("left":{"red":48},"version":3})");
}

TEST(ClaimJson, AReplayHasNoLeftAndNoVersion) {
  Decision replay = accepted();
  replay.verdict = Verdict::kReplayed;
  ClaimRequest request;
  request.user = "u1";
  const std::string json = claim_json(request, replay);
  EXPECT_TRUE(json.ends_with(R"("team":null,"replayed":true})")) << json;
  EXPECT_TRUE(json.starts_with(R"({"verdict":"accepted","claim":"c1")")) << json;
}

TEST(ClaimJson, AReplayFromTheLedgerShowsItsClaim) {
  Claim claim{.sale = "s",
              .id = "c9",
              .user = "u",
              .state = ClaimState::kHeld,
              .reason = "r",
              .items = {{"red", 2}},
              .ref = "f",
              .meta = "{}",
              .team = "",
              .created_at = kNow,
              .expires_at = kNow};
  Decision decision;
  decision.verdict = Verdict::kReplayed;
  std::string out;
  write_claim_json(out, claim, decision, kNow);
  EXPECT_EQ(out, R"({"verdict":"accepted","claim":"c9","sale":"s","user":"u","state":"held","reason":"r",)"
                 R"("items":[{"pool":"red","units":2}],"ref":"f","meta":{},"created_at":"2026-01-02T03:04:05.678Z",)"
                 R"("expires_at":"2026-01-02T03:04:05.678Z","team":null,"replayed":true})");
}

TEST(ClaimJson, RefusalsHaveTheirOwnMembersAndNow) {
  const auto refusal = [](Verdict verdict) {
    Decision decision;
    decision.verdict = verdict;
    decision.claim = "c1";
    decision.left = kLeft;
    decision.pool = "green";
    decision.remaining = 2;
    decision.version = 7;
    return claim_json({}, decision);
  };
  EXPECT_EQ(refusal(Verdict::kSoldOut),
            with_now(R"({"verdict":"sold_out","left":{"red":48,"blue":0},"detail":"there is not enough left","now":)"));
  EXPECT_EQ(
      refusal(Verdict::kAlreadyClaimed),
      with_now(
          R"({"verdict":"already_claimed","claim":"c1","detail":"the user has as many claims as allowed","now":)"));
  EXPECT_EQ(
      refusal(Verdict::kReleased),
      with_now(R"({"verdict":"released","claim":"c1","detail":"the claim with this id has been released","now":)"));
  EXPECT_EQ(
      refusal(Verdict::kLimitReached),
      with_now(
          R"({"verdict":"limit_reached","remaining":2,"detail":"the user would have more units than allowed","now":)"));
  EXPECT_EQ(
      refusal(Verdict::kVersionConflict),
      with_now(R"({"verdict":"version_conflict","version":7,"detail":"if_version is not the current version","now":)"));
  EXPECT_EQ(refusal(Verdict::kUnknownPool),
            with_now(R"({"verdict":"unknown_pool","pool":"green","detail":"the sale has no such pool","now":)"));
  for (const Verdict plain : {Verdict::kIdConflict, Verdict::kClosed, Verdict::kNotStarted, Verdict::kEnded,
                              Verdict::kPaused, Verdict::kUnknownSale}) {
    EXPECT_EQ(refusal(plain), with_now("{\"verdict\":\"" + std::string(verdict_name(plain)) + "\",\"detail\":\"" +
                                       std::string(verdict_sentence(plain)) + "\",\"now\":"));
  }
}

TEST(ClaimJson, InvalidNamesItsField) {
  Decision decision;
  decision.verdict = Verdict::kInvalid;
  decision.field = "id";
  decision.detail = "is needed";
  EXPECT_EQ(claim_json({}, decision), with_now(R"({"verdict":"invalid","field":"id","detail":"is needed","now":)"));
  Decision bare;
  bare.verdict = Verdict::kClosed;
  EXPECT_EQ(claim_json({}, bare, 0), R"({"verdict":"closed","detail":"the sale is closed"})");
}

TEST(ClaimJson, UnavailableSaysWhetherItCanHaveHappened) {
  std::string out;
  write_unavailable_json(out, Outcome::kUnknown, "c1", kNow);
  EXPECT_EQ(
      out,
      with_now(
          R"({"verdict":"unavailable","outcome":"unknown","claim":"c1","retry_after_ms":1000,"detail":"the ledger cannot be reached","now":)"));
  out.clear();
  write_overloaded_json(out, 250, kNow);
  EXPECT_EQ(
      out,
      with_now(
          R"({"verdict":"overloaded","outcome":"none","retry_after_ms":250,"detail":"too much is waiting, try again later","now":)"));
  Decision frozen;
  EXPECT_EQ(
      claim_json({}, frozen),
      with_now(
          R"({"verdict":"unavailable","outcome":"none","retry_after_ms":1000,"detail":"the ledger cannot be reached","now":)"));
}

TEST(ClaimJson, TheLargestClaimFits) {
  const std::string quotes(128, '"');
  const std::string meta = "{\"m\":\"" + std::string(1'000, 'm') + "\"}";
  const std::string pool(64, 'p');
  const std::vector<ItemView> items(100, {pool, 1'000'000'000});
  const std::vector<PoolLeft> left(100, {pool, 1'000'000'000'000'000});
  ClaimRequest request;
  request.user = quotes;
  request.ref = quotes;
  request.meta = meta;
  Decision decision = accepted();
  decision.items = items;
  decision.left = left;
  const auto json = boost::json::parse(claim_json(request, decision));
  EXPECT_EQ(json.at("user").as_string(), quotes);
  EXPECT_EQ(json.at("items").as_array().size(), 100U);
}

TEST(JsonString, EscapesWhatItMust) {
  const struct {
    std::string_view text;
    std::string_view json;
  } cases[] = {
      {"", R"("")"},
      {"plain text of some length", R"("plain text of some length")"},
      {"a\"b\\c", R"("a\"b\\c")"},
      {"12345678\n\r\t\x01\x1F", R"("12345678\n\r\t\u0001\u001f")"},
      {"\xE6\x9D\x8E\x7F", "\"\xE6\x9D\x8E\x7F\""},
      {"a\xFFz", "\"a\xEF\xBF\xBDz\""},
      {"\xE6\x9D", "\"\xEF\xBF\xBD\xEF\xBF\xBD\""},
      {std::string_view("\0", 1), R"("\u0000")"},
  };
  for (const auto& c : cases) {
    std::string out;
    write_json_string(out, c.text);
    EXPECT_EQ(out, c.json);
  }
}

TEST(JsonString, EverySpecialByteIsFoundAtEveryPlaceOfAWord) {
  for (std::size_t at = 0; at < 17; ++at) {
    for (const char special : {'"', '\\', '\x01', '\n', '!', '[', ']', ' ', '\x7F'}) {
      std::string text(17, 'a');
      text[at] = special;
      std::string out;
      write_json_string(out, text);
      EXPECT_EQ(boost::json::parse(out).as_string(), text) << out;
    }
  }
}

TEST(AnswerJson, BodiesAreWrittenAsTheInterfaceHasThem) {
  Answer answer;
  answer.verdict = Verdict::kOk;
  answer.body = VersionIs{4};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"ok","version":4})");
  answer.body = RestockDone{.pool = "red", .left = 5, .version = 2, .replayed = false};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"ok","left":5,"version":2})");
  answer.body = RestockDone{.pool = "red", .left = 5, .version = 2, .replayed = true};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"ok","left":5,"version":2,"replayed":true})");
  answer.body = StockList{{{"red", 1}, {"*", 2}}};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"ok","left":{"red":1,"*":2}})");
  answer.body = SaleList{{{"a", SaleStatus::kOpen}, {"b", SaleStatus::kClosed}}, "b"};
  EXPECT_EQ(answer_json(answer),
            R"({"verdict":"ok","sales":[{"sale":"a","status":"open"},{"sale":"b","status":"closed"}],"next":"b"})");
  answer.body = SaleList{};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"ok","sales":[],"next":null})");
  answer.verdict = Verdict::kDrift;
  answer.body = AuditReport{.pools = 2, .claims = 9, .findings = {"pool \"red\""}};
  EXPECT_EQ(answer_json(answer), R"({"verdict":"drift","pools":2,"claims":9,"findings":["pool \"red\""]})");
}

TEST(AnswerJson, ASaleShowsLedgerAndHotFigures) {
  SaleView view;
  view.sale = "s";
  view.pools = {{"red", 50, 48, 1, 1}};
  view.hot_left = {{"red", 48}};
  Answer answer;
  answer.verdict = Verdict::kOk;
  answer.body = view;
  const std::string json = answer_json(answer);
  EXPECT_TRUE(json.starts_with(R"({"verdict":"ok","sale":"s","status":"open","version":1,)"
                               R"("pools":{"red":{"stocked":50,"left":48,"held":1,"confirmed":1}},"total":null,)"
                               R"("definition":{)"))
      << json;
  EXPECT_TRUE(json.ends_with(R"(},"hot":{"left":{"red":48}},"loaded":true})")) << json;
  view.total = PoolFigures{"*", 80, 78, 1, 1};
  view.hot_total = 78;
  view.loaded = false;
  answer.body = view;
  const std::string with_total = answer_json(answer);
  EXPECT_NE(with_total.find(R"("total":{"stocked":80,"left":78,"held":1,"confirmed":1},"definition")"),
            std::string::npos);
  EXPECT_TRUE(with_total.ends_with(R"("hot":{"left":{"red":48},"total":78},"loaded":false})")) << with_total;
}

TEST(AnswerJson, ListsOfAUsersClaimsShowWhatRemains) {
  ClaimList list;
  list.claims.resize(2);
  list.claims[0].id = "c1";
  list.of_user = true;
  list.remaining_units = 3;
  Answer answer;
  answer.verdict = Verdict::kOk;
  answer.body = list;
  EXPECT_TRUE(answer_json(answer).ends_with(R"(],"next":null,"remaining_claims":null,"remaining_units":3})"));
  list.of_user = false;
  answer.body = list;
  EXPECT_TRUE(answer_json(answer).ends_with(R"(}],"next":null})"));
}

TEST(AnswerJson, RefusalsAlwaysHaveADetail) {
  Answer answer;
  answer.verdict = Verdict::kUnknownClaim;
  answer.now = kNow;
  EXPECT_EQ(answer_json(answer),
            with_now(R"({"verdict":"unknown_claim","detail":"there is no claim with this id","now":)"));
  answer.verdict = Verdict::kInvalid;
  answer.field = "items[0].units";
  answer.detail = "must be more";
  answer.now = 0;
  EXPECT_EQ(answer_json(answer), R"({"verdict":"invalid","field":"items[0].units","detail":"must be more"})");
  answer = {};
  answer.outcome = Outcome::kUnknown;
  answer.retry_after_ms = 20;
  EXPECT_EQ(answer_json(answer), R"({"verdict":"unavailable","outcome":"unknown","retry_after_ms":20,)"
                                 R"("detail":"the ledger cannot be reached"})");
  answer = {};
  answer.verdict = Verdict::kUnknownPool;
  answer.detail = "green";
  EXPECT_EQ(answer_json(answer), R"({"verdict":"unknown_pool","pool":"green","detail":"green"})");
}

}  // namespace
}  // namespace allot
