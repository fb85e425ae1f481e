#include "wire/http/http_reply.h"

#include <gtest/gtest.h>

#include <charconv>
#include <string>

#include "wire/json/json_reader.h"

namespace allot {
namespace {

struct Response {
  std::string status_line;
  std::string head;
  std::string body;
  std::size_t length = 0;
};

Response split(const std::string& text) {
  Response response;
  const std::size_t line = text.find("\r\n");
  const std::size_t end = text.find("\r\n\r\n");
  EXPECT_NE(end, std::string::npos) << text;
  response.status_line = text.substr(0, line);
  response.head = text.substr(line, end + 2 - line);
  response.body = text.substr(end + 4);
  const std::string name = "\r\nContent-Length:";
  std::size_t at = response.head.find(name);
  EXPECT_NE(at, std::string::npos);
  at = response.head.find_first_not_of(' ', at + name.size());
  std::from_chars(response.head.data() + at, response.head.data() + response.head.size(), response.length);
  return response;
}

Response claim_response(Verdict verdict, HttpReplyOptions options = {}) {
  const ItemView item{"red", 2};
  ClaimRequest request;
  request.id = "c1";
  request.user = "u1";
  request.items = {&item, 1};
  Decision decision;
  decision.verdict = verdict;
  decision.claim = "c1";
  decision.items = request.items;
  decision.pool = "red";
  std::string out = "before";
  write_http_claim(out, "s", request, decision, 1'767'225'600'000, options);
  EXPECT_EQ(out.substr(0, 6), "before");
  return split(out.substr(6));
}

TEST(HttpStatus, FollowsTheTable) {
  struct Case {
    Verdict verdict;
    int status;
    int as_200;
  };
  const Case cases[] = {
      {Verdict::kInvalid, 400, 400},        {Verdict::kUnauthorized, 401, 401}, {Verdict::kForbidden, 403, 403},
      {Verdict::kUnknownSale, 404, 404},    {Verdict::kReplayed, 200, 200},     {Verdict::kReleased, 409, 200},
      {Verdict::kIdConflict, 409, 200},     {Verdict::kClosed, 409, 200},       {Verdict::kNotStarted, 409, 200},
      {Verdict::kEnded, 409, 200},          {Verdict::kPaused, 409, 200},       {Verdict::kRateLimited, 429, 200},
      {Verdict::kAlreadyClaimed, 409, 200}, {Verdict::kLimitReached, 409, 200}, {Verdict::kVersionConflict, 409, 200},
      {Verdict::kUnknownPool, 404, 200},    {Verdict::kSoldOut, 409, 200},      {Verdict::kAccepted, 201, 201},
      {Verdict::kOverloaded, 503, 503},     {Verdict::kUnavailable, 503, 503},
  };
  for (const Case& c : cases) {
    EXPECT_EQ(http_status(c.verdict), c.status) << verdict_name(c.verdict);
    for (const bool as_200 : {false, true}) {
      const Response response = claim_response(c.verdict, {.refusals_as_200 = as_200});
      const int want = as_200 ? c.as_200 : c.status;
      EXPECT_EQ(response.status_line.substr(0, 12), "HTTP/1.1 " + std::to_string(want)) << verdict_name(c.verdict);
      EXPECT_EQ(response.length, response.body.size());
      EXPECT_NE(response.body.find(verdict_name(c.verdict == Verdict::kReplayed ? Verdict::kAccepted : c.verdict)),
                std::string::npos)
          << response.body;
      JsonReader reader;
      EXPECT_FALSE(reader.read(response.body)) << response.body;
    }
  }
  EXPECT_EQ(http_status(Verdict::kTooLarge), 413);
  EXPECT_EQ(http_status(Verdict::kHeadTooLarge), 431);
  EXPECT_EQ(http_status(Verdict::kMethodNotAllowed), 405);
  EXPECT_EQ(http_status(Verdict::kDrift), 200);
  EXPECT_EQ(http_status(Verdict::kCreated), 201);
  EXPECT_EQ(http_status(Verdict::kNotSettled), 409);
}

TEST(HttpReply, SaysWhenToComeBack) {
  EXPECT_NE(claim_response(Verdict::kUnavailable).head.find("\r\nRetry-After: 1\r\n"), std::string::npos);
  EXPECT_NE(claim_response(Verdict::kRateLimited).head.find("\r\nRetry-After: 1\r\n"), std::string::npos);
  EXPECT_EQ(claim_response(Verdict::kSoldOut).head.find("Retry-After"), std::string::npos);
  std::string out;
  write_http_overloaded(out, 2'001, 0, {});
  EXPECT_NE(split(out).head.find("\r\nRetry-After: 3\r\n"), std::string::npos) << out;
  out.clear();
  write_http_unavailable(out, Outcome::kUnknown, "c1", 0, {});
  EXPECT_NE(split(out).head.find("\r\nRetry-After: 1\r\n"), std::string::npos) << out;
  EXPECT_NE(out.find("\"unknown\""), std::string::npos);
}

TEST(HttpReply, LeavesOtherRefusalsAlone) {
  Answer answer;
  answer.verdict = Verdict::kUnknownPool;
  answer.detail = "green";
  std::string out;
  write_http_answer(out, answer, {.refusals_as_200 = true});
  EXPECT_EQ(split(out).status_line, "HTTP/1.1 404 Not Found");
}

TEST(HttpReply, NamesMethodsAndConnection) {
  Answer answer;
  answer.verdict = Verdict::kMethodNotAllowed;
  std::string out;
  write_http_answer(out, answer, {.keep_alive = false}, "GET, HEAD");
  EXPECT_NE(split(out).head.find("\r\nAllow: GET, HEAD\r\n"), std::string::npos) << out;
  EXPECT_NE(split(out).head.find("\r\nConnection: close\r\n"), std::string::npos) << out;
  out.clear();
  write_http_raw(out, 200, "text/plain", "x", {.says_keep_alive = true});
  EXPECT_NE(split(out).head.find("\r\nConnection: keep-alive\r\n"), std::string::npos) << out;
  EXPECT_NE(split(out).head.find("\r\nContent-Type: text/plain\r\n"), std::string::npos) << out;
}

TEST(HttpReply, SendsNoBodyForHead) {
  std::string out;
  write_http_raw(out, 200, "text/plain", "hello", {.head_only = true});
  const Response response = split(out);
  EXPECT_EQ(response.length, 5U);
  EXPECT_TRUE(response.body.empty());
}

}  // namespace
}  // namespace allot
