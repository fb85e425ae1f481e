#include "wire/resp/resp_parser.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "core/limits.h"

namespace allot {
namespace {

using Commands = std::vector<std::vector<std::string>>;

struct Read {
  Commands commands;
  std::string error;
  std::size_t unread = 0;
  bool operator==(const Read&) const = default;
};

/// The session's loop: every command of the buffer, then drop what was consumed.
bool drain(RespParser& parser, std::string& buffer, Read& read) {
  for (;;) {
    const std::string moved(buffer);  // the buffer may stand elsewhere each time
    const RespParser::Status status = parser.next(moved);
    if (status == RespParser::Status::kError) {
      read.error = parser.error();
      return false;
    }
    if (status == RespParser::Status::kCommand) {
      read.commands.emplace_back(parser.words().begin(), parser.words().end());
    }
    buffer.erase(0, parser.consumed());
    if (status == RespParser::Status::kMore) return true;
  }
}

/// Feeds `text` in the given pieces, keeping what was not consumed, as a session does.
Read read_in(std::string_view text, const std::vector<std::size_t>& pieces) {
  RespParser parser;
  Read read;
  std::string buffer;
  for (const std::size_t piece : pieces) {
    buffer.append(text.substr(0, piece));
    text.remove_prefix(std::min(piece, text.size()));
    if (!drain(parser, buffer, read)) return read;
  }
  read.unread = buffer.size();
  return read;
}

Read read_whole(std::string_view text) { return read_in(text, {text.size()}); }
Read read_bytewise(std::string_view text) { return read_in(text, std::vector<std::size_t>(text.size(), 1)); }

void expect_both(std::string_view text, const Commands& commands, std::string_view error = {}, std::size_t unread = 0) {
  const Read want{.commands = commands, .error = std::string(error), .unread = unread};
  for (const Read& got : {read_whole(text), read_bytewise(text)}) {
    EXPECT_EQ(got.commands, want.commands) << text;
    EXPECT_EQ(got.error, want.error) << text;
    if (error.empty()) {
      EXPECT_EQ(got.unread, unread) << text;
    }
  }
}

TEST(RespParser, ReadsArraysOfBulkStrings) {
  expect_both("*1\r\n$4\r\nPING\r\n", {{"PING"}});
  expect_both("*2\r\n$4\r\nECHO\r\n$0\r\n\r\n*1\r\n$1\r\n\n\r\n", {{"ECHO", ""}, {"\n"}});
  expect_both(std::string_view("*1\r\n$3\r\na\0b\r\n", 13), {{std::string("a\0b", 3)}});
  expect_both("*1\r\n$4\r\nPING\r\n*2\r\n$4\r\nEC", {{"PING"}}, "", 10);
}

TEST(RespParser, ReadsInlineCommands) {
  expect_both("PING\r\nECHO  a\tb \r\nX\n", {{"PING"}, {"ECHO", "a", "b"}, {"X"}});
  expect_both("SET \"a b\" 'c d' \"\"\r\n", {{"SET", "a b", "c d", ""}});
  expect_both(R"(E "\x41\n\"\\\q" '\'\n')"
              "\r\n",
              {{"E", "A\n\"\\q", "'\\n"}});
  expect_both(R"(E a"b c")"
              "\r\n",
              {{"E", "ab c"}});
  expect_both(R"(E "\xg1")"
              "\r\n",
              {{"E", "xg1"}});
  expect_both("PING", {}, "", 4);
}

TEST(RespParser, SkipsEmptyCommands) {
  expect_both("*0\r\n*-1\r\n\r\n\n  \r\n*1\r\n$1\r\na\r\n*0\r\n", {{"a"}});
  expect_both("\r\n", {});
}

TEST(RespParser, RefusesNonsenseAsRedisDoes) {
  constexpr std::string_view kCount = "Protocol error: invalid multibulk length";
  constexpr std::string_view kBytes = "Protocol error: invalid bulk length";
  for (const char* bad : {"*a\r\n", "*\r\n", "*+1\r\n", "*01\r\n", "*-2\r\n", "*-0\r\n", "*1 \r\n", "*1\rx", "*1\n",
                          "*1025\r\n", "*9999999999\r\n", "*18446744073709551617\r\n"}) {
    expect_both(bad, {}, kCount);
  }
  for (const char* bad : {"*1\r\n$a\r\n", "*1\r\n$-1\r\n", "*1\r\n$\r\n", "*1\r\n$1048577\r\n", "*1\r\n$00\r\n",
                          "*1\r\n$1x", "*1\r\n$4294967297\r\n"}) {
    expect_both(bad, {}, kBytes);
  }
  expect_both("*1\r\n:1\r\n", {}, "Protocol error: expected '$', got ':'");
  expect_both("*1\r\n\r\n", {}, "Protocol error: expected '$', got '?'");
  expect_both("*1\r\n$1\r\nab\r\n", {}, "Protocol error: expected CRLF behind a bulk string");
  for (const char* bad : {"E \"a\r\n", "E 'a\r\n", "E \"a\"b\r\n", "E 'a'b\r\n", "E \"a\\\r\n"}) {
    expect_both(bad, {}, "Protocol error: unbalanced quotes in request");
  }
  expect_both("PING\r\n*x\r\nPING\r\n", {{"PING"}}, kCount);
}

TEST(RespParser, DoesNotListenToWebPages) {
  for (const char* bad : {"POST / HTTP/1.1\r\n", "GET /\r\n", "Host: x\r\n"}) {
    expect_both(bad, {}, "Protocol error: this port does not speak HTTP");
  }
}

TEST(RespParser, IsBounded) {
  const std::string word(limits::kRespBulkBytesMax, 'x');
  const std::string bulk = "$" + std::to_string(word.size()) + "\r\n" + word + "\r\n";
  EXPECT_EQ(read_whole("*1\r\n" + bulk).commands, (Commands{{word}}));
  EXPECT_EQ(read_whole("*2\r\n" + bulk + bulk).error, "Protocol error: too big request");
  const std::string line(limits::kRespInlineBytesMax, 'x');
  EXPECT_EQ(read_whole(line + "\n").commands, (Commands{{line}}));
  EXPECT_EQ(read_whole(line + "x").error, "Protocol error: too big inline request");
  EXPECT_EQ(read_whole(line + "x\n").error, "Protocol error: too big inline request");
  std::string many;
  for (std::size_t i = 0; i <= limits::kRespWordsMax; ++i) many += "x ";
  EXPECT_EQ(read_whole(many + "\n").error, "Protocol error: too big inline request");
}

TEST(RespParser, ChunksMakeNoDifference) {
  const unsigned seed = std::random_device{}();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  const std::vector<std::string> parts = {
      "*2\r\n$4\r\nECHO\r\n$5\r\nhello\r\n", "PING\r\n", "\r\n", "*0\r\n", "E \"a b\"\r\n",
      "*1\r\n$11\r\n0123456789a\r\n"};
  for (int round = 0; round < 500; ++round) {
    std::string text;
    for (int i = 0; i < 8; ++i) text += parts[random() % parts.size()];
    std::vector<std::size_t> pieces;
    for (std::size_t sum = 0; sum < text.size(); sum += pieces.back()) pieces.push_back(1 + random() % 12);
    ASSERT_EQ(read_in(text, pieces), read_whole(text)) << text;
  }
}

}  // namespace
}  // namespace allot
