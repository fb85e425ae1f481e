#include "cli/load/codec.h"

#include <gtest/gtest.h>

#include "cli/load/http_response.h"
#include "cli/load/pacer.h"
#include "cli/load/resp_value.h"

namespace allot {
namespace {

Call claim() {
  Call call;
  call.user = "u1";
  call.claim = "c1";
  call.pool = "red";
  call.units = 2;
  return call;
}

// Whatever is missing at the end: not all there yet, never a wrong answer.
void expect_incomplete_until_whole(Codec& codec, const std::string& text) {
  Reply reply;
  for (std::size_t bytes = 0; bytes < text.size(); ++bytes) {
    EXPECT_EQ(codec.decode(std::string_view(text).substr(0, bytes), claim(), reply), 0U) << bytes;
  }
  EXPECT_EQ(codec.decode(text + "*", claim(), reply), text.size());
}

const std::string kAccepted =
    "*5\r\n$8\r\naccepted\r\n$2\r\nc1\r\n$4\r\nheld\r\n:1234\r\n$18\r\n{\"left\":{\"red\":4}}\r\n";
const std::string kHttp =
    "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length:         38\r\n\r\n"
    "{\"verdict\":\"accepted\",\"claim\":\"c1\" }  ";

TEST(RespCodec, WritesClaims) {
  std::string out;
  make_resp_codec("s")->encode(out, claim());
  EXPECT_EQ(out, "*6\r\n$5\r\nCLAIM\r\n$1\r\ns\r\n$2\r\nu1\r\n$2\r\nc1\r\n$3\r\nred\r\n$1\r\n2\r\n");
}

TEST(RespCodec, ReadsRowsAndErrors) {
  const auto codec = make_resp_codec("s");
  expect_incomplete_until_whole(*codec, kAccepted);
  Reply reply;
  codec->decode(kAccepted, claim(), reply);
  EXPECT_EQ(reply.verdict, Verdict::kAccepted);
  EXPECT_EQ(reply.claim, "c1");
  codec->decode("*5\r\n$8\r\naccepted\r\n$2\r\nc1\r\n$4\r\nheld\r\n:0\r\n$17\r\n{\"replayed\":true}\r\n", claim(),
                reply);
  EXPECT_EQ(reply.verdict, Verdict::kReplayed);
  codec->decode("-ERR wrong number of words\r\n", claim(), reply);
  EXPECT_EQ(reply.verdict, Verdict::kInvalid);
  codec->decode("-OVERLOADED retry_ms=5\r\n", claim(), reply);
  EXPECT_EQ(reply.verdict, Verdict::kOverloaded);
  codec->decode("+OK\r\n", claim(), reply);
  EXPECT_EQ(reply.verdict, std::nullopt);
}

TEST(RespValue, RefusesWhatIsNone) {
  RespValue value;
  EXPECT_THROW(value.parse("HTTP/1.1 400\r\n"), std::runtime_error);
  EXPECT_THROW(value.parse("$x\r\n"), std::runtime_error);
  EXPECT_THROW(value.parse("*1\r\n*1\r\n*1\r\n*1\r\n*1\r\n:1\r\n"), std::runtime_error);
  EXPECT_EQ(value.parse("$-1\r\n"), 5U);
  EXPECT_EQ(value.words().size(), 1U);
}

TEST(HttpCodec, WritesClaims) {
  std::string out;
  make_http_codec("s")->encode(out, claim());
  EXPECT_TRUE(out.starts_with("POST /v1/sales/s/claims HTTP/1.1\r\n")) << out;
  EXPECT_TRUE(out.ends_with("\r\n\r\n{\"id\":\"c1\",\"user\":\"u1\",\"items\":[{\"pool\":\"red\",\"units\":2}]}"))
      << out;
  EXPECT_NE(out.find("Content-Length: 58\r\n"), std::string::npos) << out;
}

TEST(HttpCodec, ReadsAnswers) {
  const auto codec = make_http_codec("s");
  expect_incomplete_until_whole(*codec, kHttp);
  Reply reply;
  codec->decode(kHttp, claim(), reply);
  EXPECT_EQ(reply.verdict, Verdict::kAccepted);
  EXPECT_EQ(reply.claim, "c1");
}

TEST(HttpResponse, RefusesWhatIsNone) {
  HttpResponse response;
  EXPECT_THROW(parse_http_response("-ERR\r\n\r\n", response), std::runtime_error);
  EXPECT_THROW(parse_http_response("HTTP/1.1 200 OK\r\n\r\n", response), std::runtime_error);
  EXPECT_THROW(parse_http_response("HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", response), std::runtime_error);
  EXPECT_EQ(parse_http_response("HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\n{}", response), 39U);
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.body, "{}");
}

TEST(Pacer, ClosedLoopIsAlwaysDue) {
  Pacer pacer(0);
  pacer.start(100);
  EXPECT_TRUE(pacer.is_due(100));
  EXPECT_EQ(pacer.take(123), 123);
}

TEST(Pacer, OpenLoopCountsFromTheIntendedTime) {
  Pacer pacer(1'000);  // one each millisecond
  pacer.start(0);
  EXPECT_TRUE(pacer.is_due(0));
  EXPECT_EQ(pacer.take(0), 0);
  EXPECT_FALSE(pacer.is_due(999'999));
  EXPECT_TRUE(pacer.is_due(5'000'000));
  EXPECT_EQ(pacer.take(5'000'000), 1'000'000);
  EXPECT_EQ(pacer.take(5'000'000), 2'000'000);
}

}  // namespace
}  // namespace allot
