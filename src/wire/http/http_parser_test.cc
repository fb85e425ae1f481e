#include "wire/http/http_parser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/limits.h"

namespace allot {
namespace {

using Status = HttpParser::Status;

// What a session keeps: bytes that came and are not done with.
struct Connection {
  HttpParser parser;
  std::string buffer;
  std::vector<std::string> requests;
  Status last = Status::kMore;

  static std::string text_of(const HttpRequest& r) {
    std::string text;
    for (const std::string_view part : {r.method, r.path, r.query, r.body, r.authorization, r.accept}) {
      text += part;
      text += '|';
    }
    text += r.keep_alive ? "keep" : "close";
    if (r.refusals_as_200) text += " 200";
    if (r.head_only) text += " head";
    if (r.says_keep_alive) text += " says";
    return text;
  }

  void receive(std::string_view bytes) {
    if (last != Status::kMore) return;
    buffer += bytes;
    do {
      last = parser.next(buffer);
      if (last == Status::kRequest) requests.push_back(text_of(parser.request()));
      buffer.erase(0, parser.consumed());
    } while (last == Status::kRequest);
  }
};

Connection receive_all(std::string_view bytes) {
  Connection connection;
  connection.receive(bytes);
  return connection;
}

std::string post(const std::string& fields, const std::string& body) {
  return "POST /v1/claims HTTP/1.1\r\nHost: x\r\n" + fields + "\r\n\r\n" + body;
}

const std::string kChunked = post("Transfer-Encoding: chunked",
                                  "5\r\nhello\r\n6;a=b\r\n world\r\n000\r\nTrailer: x\r\nContent-Length: 9\r\n\r\n");

TEST(HttpParser, ReadsRequests) {
  struct Case {
    std::string bytes;
    std::string want;
  };
  const std::vector<Case> cases = {
      {"GET /a%20b?x=1&y HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\nauthorization: Bearer k\r\n\r\n",
       "GET|/a%20b|x=1&y||Bearer k|text/event-stream|keep"},
      {"GET http://example.org/a?b HTTP/1.1\r\n\r\n", "GET|/a|b||||keep"},
      {"GET http://example.org HTTP/1.1\r\n\r\n", "GET|/|||||keep"},
      {"\r\n\r\nHEAD / HTTP/1.1\r\nConnection: close\r\nallot-refusals: 200\r\n\r\n", "HEAD|/|||||close 200 head"},
      {"GET / HTTP/1.0\r\n\r\n", "GET|/|||||close"},
      {"GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n", "GET|/|||||keep says"},
      {"BREW / HTTP/1.1\r\nContent-Length: 0\r\n\r\n", "BREW|/|||||keep"},
      {post("Content-Length: 11", "hello world"), "POST|/v1/claims||hello world|||keep"},
      {kChunked, "POST|/v1/claims||hello world|||keep"},
      {post("Content-Length: 2\r\nContent-Length: 2", "ab"), "POST|/v1/claims||ab|||keep"},
      {post("Allot-Refusals: 409", ""), "POST|/v1/claims|||||keep"},
  };
  for (const Case& c : cases) {
    const Connection connection = receive_all(c.bytes);
    ASSERT_EQ(connection.requests.size(), 1U) << c.bytes << connection.parser.error();
    EXPECT_EQ(connection.requests[0], c.want);
    EXPECT_TRUE(connection.buffer.empty());
  }
}

TEST(HttpParser, RefusesWhatIsMalformed) {
  const std::vector<std::string> wrong = {
      "\n",
      "GET / HTTP/1.1\n\n",
      "GET / HTTP/1.1\r\nHost: x\n\r\n",
      "GET / HTTP/2.0\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "GET /\r\n\r\n",
      "GET  / HTTP/1.1\r\n\r\n",
      "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\nA : b\r\n\r\n",
      "*1\r\n$4\r\nPING\r\n\r\n",
      "GET / HTTP/1.1\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n",
      post("Content-Length: 2\r\nContent-Length: 3", "abc"),
      post("Content-Length: -1", ""),
      post("Content-Length: +1", "a"),
      post("Content-Length: 0x1", "a"),
      post("Content-Length: 1,", "a"),
      post("Content-Length: 99999999999999999999", "a"),
      post("Content-Length: 3\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      post("Transfer-Encoding: chunked\r\nContent-Length: 3", "0\r\n\r\n"),
      post("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked", "0\r\n\r\n"),
      post("Transfer-Encoding: gzip, chunked", "0\r\n\r\n"),
      post("Transfer-Encoding: gzip", ""),
      post("Transfer-Encoding: chunked, identity", "0\r\n\r\n"),
      "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      post("Transfer-Encoding: chunked", "g\r\n"),
      post("Transfer-Encoding: chunked", "\r\n"),
      post("Transfer-Encoding: chunked", "5 \r\nhello\r\n"),
      post("Transfer-Encoding: chunked", "5\nhello\r\n"),
      post("Transfer-Encoding: chunked", "5\r\nhelloo\r\n"),
      post("Transfer-Encoding: chunked", "5\r\nhello\n0\r\n\r\n"),
      post("Transfer-Encoding: chunked", "5;" + std::string(300, 'x') + "\r\nhello\r\n"),
      post("Transfer-Encoding: chunked", "0\r\nA: b\n\r\n"),
      post("Transfer-Encoding: chunked", "0\r\nA: " + std::string(limits::kHttpHeadBytesMax, 'x')),
  };
  for (const std::string& bytes : wrong) {
    const Connection connection = receive_all(bytes);
    EXPECT_EQ(connection.last, Status::kMalformed) << bytes;
    EXPECT_TRUE(connection.requests.empty()) << bytes;
    EXPECT_FALSE(connection.parser.error().empty()) << bytes;
  }
}

TEST(HttpParser, BoundsHeads) {
  const std::string begin = "GET / HTTP/1.1\r\nX: ";
  const std::string end = "\r\n\r\n";
  const std::string most(limits::kHttpHeadBytesMax - begin.size() - end.size(), 'x');
  EXPECT_EQ(receive_all(begin + most + end).requests.size(), 1U);
  EXPECT_EQ(receive_all(begin + most + "x" + end).last, Status::kHeadTooLarge);
  EXPECT_EQ(receive_all(begin + most + "xxxxxxxxxxx").last, Status::kHeadTooLarge);
  std::string many = "GET / HTTP/1.1\r\n";
  while (many.size() < 2 * limits::kHttpHeadBytesMax) many += "A: b\r\n";
  Connection slow;
  for (const char byte : many) slow.receive({&byte, 1});
  EXPECT_EQ(slow.last, Status::kHeadTooLarge);
}

TEST(HttpParser, BoundsBodies) {
  const std::string most(limits::kHttpBodyBytesMax, 'x');
  const std::string length = std::to_string(most.size());
  EXPECT_EQ(receive_all(post("Content-Length: " + length, most)).requests.size(), 1U);
  EXPECT_EQ(receive_all(post("Content-Length: 1048577", "")).last, Status::kTooLarge);
  EXPECT_EQ(receive_all(post("Transfer-Encoding: chunked", "100000\r\n" + most + "\r\n0\r\n\r\n")).requests.size(), 1U);
  EXPECT_EQ(receive_all(post("Transfer-Encoding: chunked", "100001\r\n")).last, Status::kTooLarge);
  EXPECT_EQ(receive_all(post("Transfer-Encoding: chunked", "100000\r\n" + most + "\r\n1\r\n")).last, Status::kTooLarge);
  EXPECT_EQ(receive_all(post("Transfer-Encoding: chunked", "fffffffffffffffff\r\n")).last, Status::kTooLarge);
}

TEST(HttpParser, LendsABodyThatIsAllThere) {
  HttpParser parser;
  const std::string bytes = post("Content-Length: 5", "hello");
  ASSERT_EQ(parser.next(bytes), Status::kRequest);
  EXPECT_EQ(parser.request().body.data(), bytes.data() + bytes.size() - 5);
}

TEST(HttpParser, AsksOnceForABodyThatWaits) {
  HttpParser parser;
  const std::string head = post("Content-Length: 5\r\nExpect: 100-continue", "");
  EXPECT_FALSE(parser.wants_continue());
  ASSERT_EQ(parser.next(head), Status::kMore);
  EXPECT_EQ(parser.consumed(), head.size());
  EXPECT_TRUE(parser.wants_continue());
  EXPECT_FALSE(parser.wants_continue());
  ASSERT_EQ(parser.next("hello"), Status::kRequest);
  EXPECT_EQ(parser.request().body, "hello");
  ASSERT_EQ(parser.next(head + "hello"), Status::kRequest);
  EXPECT_FALSE(parser.wants_continue()) << "the body did not wait";
  ASSERT_EQ(parser.next(post("Content-Length: 1048577\r\nExpect: 100-continue", "")), Status::kTooLarge);
  EXPECT_FALSE(parser.wants_continue());
}

TEST(HttpParser, CutsAnywhereGiveTheSameRequests) {
  const std::string bytes = "\r\nGET /a?b HTTP/1.1\r\nHost: x\r\n\r\n" + kChunked + post("Content-Length: 3", "abc") +
                            "\r\n" + kChunked + "DELETE /x HTTP/1.1\r\n\r\n" +
                            post("Transfer-Encoding: chunked", "0\r\n\r\n") + "GET / HTTP/1.1\r\n\r\n";
  const Connection whole = receive_all(bytes);
  ASSERT_EQ(whole.requests.size(), 7U);
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    Connection connection;
    connection.receive(std::string_view(bytes).substr(0, cut));
    connection.receive(std::string_view(bytes).substr(cut));
    ASSERT_EQ(connection.requests, whole.requests) << "cut at " << cut;
  }
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  for (int round = 0; round < 200; ++round) {
    Connection connection;
    for (std::size_t at = 0; at < bytes.size();) {
      const std::size_t size = 1 + random() % (round % 2 == 0 ? 3 : 40);
      connection.receive(std::string_view(bytes).substr(at, size));
      at += size;
    }
    ASSERT_EQ(connection.requests, whole.requests);
  }
}

}  // namespace
}  // namespace allot
