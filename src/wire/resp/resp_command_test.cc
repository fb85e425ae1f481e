#include "wire/resp/resp_command.h"

#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <vector>

#include "wire/resp/resp_reply.h"

namespace allot {
namespace {

/// One command, kept with all that it borrows from.
struct Parsed {
  explicit Parsed(std::vector<std::string> text) : words(std::move(text)), views(words.begin(), words.end()) {
    parse_resp_command(views, arena, command);
  }

  std::vector<std::string> words;
  std::vector<std::string_view> views;
  Arena arena;
  RespCommand command;
};

Parsed parse(const std::string& line) {
  std::istringstream stream(line);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  return Parsed(std::move(words));
}

std::string reply_to(const std::string& line) {
  const Parsed parsed = parse(line);
  const RespCommand& command = parsed.command;
  if (command.kind == RespKind::kReply) return command.reply;
  if (command.kind != RespKind::kInvalid) return "no reply";
  std::string reply;
  write_resp_answer(reply, command.shape, command.answer, 2);
  return reply;
}

std::string invalid_row(std::string_view field, std::string_view detail) {
  std::string json = "{\"field\":\"" + std::string(field) + "\",\"detail\":\"" + std::string(detail) + "\"}";
  return "*5\r\n$7\r\ninvalid\r\n$0\r\n\r\n$0\r\n\r\n:0\r\n$" + std::to_string(json.size()) + "\r\n" + json + "\r\n";
}

constexpr std::string_view kUnits = "must be an integer from 1 to 1000000000, in plain digits";

TEST(RespCommand, ReadsAClaim) {
  for (const char* line : {"CLAIM s u c1 red 2", "claim s u c1 red 2", "Allot.Claim s u c1 red 2"}) {
    const Parsed parsed = parse(line);
    const RespCommand& command = parsed.command;
    ASSERT_EQ(command.kind, RespKind::kClaim) << command.reply;
    EXPECT_EQ(command.sale, "s");
    EXPECT_EQ(command.claim.user, "u");
    EXPECT_EQ(command.claim.id, "c1");
    ASSERT_EQ(command.claim.items.size(), 1U);
    EXPECT_EQ(command.claim.items[0].pool, "red");
    EXPECT_EQ(command.claim.items[0].units, 2);
    EXPECT_FALSE(command.claim.if_version);
    EXPECT_EQ(command.claim.ref, "");
  }
}

TEST(RespCommand, AddsUpLinesAndReadsOptions) {
  const Parsed parsed = parse("CLAIM s u - b 1 a 2 b 3 IFVERSION 7 REF order-9");
  ASSERT_EQ(parsed.command.kind, RespKind::kClaim) << parsed.command.reply;
  const ClaimRequest& claim = parsed.command.claim;
  EXPECT_EQ(claim.id, "");
  ASSERT_EQ(claim.items.size(), 2U);
  EXPECT_EQ(claim.items[0].pool, "b");
  EXPECT_EQ(claim.items[0].units, 4);
  EXPECT_EQ(claim.items[1].units, 2);
  EXPECT_EQ(claim.if_version, 7);
  EXPECT_EQ(claim.ref, "order-9");
  EXPECT_EQ(parse("CLAIM s u - b 1 ref r ifversion 1").command.claim.ref, "r");
}

TEST(RespCommand, NothingOfTheLastCommandRemains) {
  Arena arena;
  RespCommand command;
  const std::vector<std::string_view> first = {"CLAIM", "s", "u", "c1", "red", "2", "IFVERSION", "3", "REF", "r"};
  const std::vector<std::string_view> second = {"CLAIM", "t", "v", "-", "red", "1"};
  parse_resp_command(first, arena, command);
  parse_resp_command(second, arena, command);
  ASSERT_EQ(command.kind, RespKind::kClaim);
  EXPECT_EQ(command.claim.id, "");
  EXPECT_EQ(command.claim.ref, "");
  EXPECT_FALSE(command.claim.if_version);
}

TEST(RespCommand, APoolMayBeNamedLikeAnOption) {
  const Parsed first = parse("CLAIM s u - IFVERSION 2");
  ASSERT_EQ(first.command.kind, RespKind::kClaim);
  EXPECT_EQ(first.command.claim.items[0].pool, "IFVERSION");
  const Parsed mixed = parse("CLAIM s u - a 1 IfVersion 2");
  ASSERT_EQ(mixed.command.kind, RespKind::kClaim);
  EXPECT_EQ(mixed.command.claim.items.size(), 2U);
  EXPECT_FALSE(mixed.command.claim.if_version);
}

TEST(RespCommand, BadValuesOfAClaimAreInvalidInItsShape) {
  EXPECT_EQ(reply_to("CLAIM s u - red 0"), invalid_row("items[0].units", kUnits));
  for (const char* units : {"-1", "+5", "05", "1.5", "1e3", "1000000001", "99999999999999999999", "x"}) {
    EXPECT_EQ(reply_to("CLAIM s u - a 1 b " + std::string(units)), invalid_row("items[1].units", kUnits)) << units;
  }
  const std::string name = "must be 1 to 64 of A-Z a-z 0-9 . _ - : and begin with a letter or digit";
  EXPECT_EQ(reply_to("CLAIM s! u - red 1"), invalid_row("sale", name));
  EXPECT_EQ(reply_to("CLAIM s u - * 1"), invalid_row("items[0].pool", name));
  EXPECT_EQ(reply_to("CLAIM s \x01 - red 1"),
            invalid_row("user", "must be 1 to 128 bytes of UTF-8 without control characters"));
  EXPECT_EQ(reply_to("CLAIM s u @ red 1"),
            invalid_row("id", "must be 1 to 64 of A-Z a-z 0-9 . _ - : @ and begin with a letter or digit"));
  EXPECT_EQ(reply_to("CLAIM s u - red 1 IFVERSION 0"),
            invalid_row("if_version", "must be an integer from 1, in plain digits"));
  EXPECT_EQ(reply_to("CLAIM s u - red 1 REF " + std::string(65, 'r')),
            invalid_row("ref", "must be at most 64 bytes of UTF-8 without control characters"));
  EXPECT_EQ(reply_to("CLAIM s u - a 1000000000 a 1"),
            invalid_row("items[1].units", "lines of one pool may add up to 1000000000 at most"));
}

TEST(RespCommand, AClaimMayNameAHundredPools) {
  std::string line = "CLAIM s u -";
  for (int i = 0; i < 100; ++i) line += " p" + std::to_string(i) + " 1";
  const Parsed full = parse(line + " p0 1");
  ASSERT_EQ(full.command.kind, RespKind::kClaim);
  EXPECT_EQ(full.command.claim.items.size(), 100U);
  EXPECT_EQ(reply_to(line + " p100 1"), invalid_row("items", "may name at most 100 pools"));
}

TEST(RespCommand, WordsThatMeanNothingAreErrors) {
  const struct {
    const char* line;
    const char* reply;
  } cases[] = {
      {"CLAIM s u -", "-ERR wrong number of arguments for 'claim' command\r\n"},
      {"CLAIM s u - red", "-ERR wrong number of arguments for 'claim' command\r\n"},
      {"CLAIM s u - red 1 REF", "-ERR wrong number of arguments for 'claim' command\r\n"},
      {"ALLOT.CONFIRM s", "-ERR wrong number of arguments for 'confirm' command\r\n"},
      {"PING a b", "-ERR wrong number of arguments for 'ping' command\r\n"},
      {"CLAIM s u - red 1 REF r blue 1", "-ERR syntax error\r\n"},
      {"CLAIM s u - red 1 REF r REF r", "-ERR syntax error\r\n"},
      {"CLAIM s u - red 1 IFVERSION 1 IFVERSION 1", "-ERR syntax error\r\n"},
      {"RELEASE s c NOW", "-ERR syntax error\r\n"},
      {"RELEASE s c REASON", "-ERR syntax error\r\n"},
      {"RESTOCK s r red 1 VERSION 1", "-ERR syntax error\r\n"},
      {"RESTOCK s r red 1 IFVERSION", "-ERR wrong number of arguments for 'restock' command\r\n"},
      {"SET a b", "-ERR unknown command 'SET'\r\n"},
      {"allot.", "-ERR unknown command 'allot.'\r\n"},
      {"ALLOT.ALLOT.CLAIM s u - red 1", "-ERR unknown command 'ALLOT.ALLOT.CLAIM'\r\n"},
      {"\x01\xC3", "-ERR unknown command '?\?'\r\n"},
      {"join s t u - red 1", "-ERR 'JOIN' is not offered by this version\r\n"},
      {"TEAM.OPEN", "-ERR 'TEAM.OPEN' is not offered by this version\r\n"},
      {"EVALSHA x 0", "-ERR 'EVALSHA' is not offered by this version\r\n"},
      {"STOCK bad!", "-ERR invalid sale must be 1 to 64 of A-Z a-z 0-9 . _ - : and begin with a letter or digit\r\n"},
  };
  for (const auto& c : cases) EXPECT_EQ(reply_to(c.line), c.reply) << c.line;
}

template <class Op>
Op operation(const std::string& line, RespShape shape) {
  const Parsed parsed = parse(line);
  EXPECT_EQ(parsed.command.kind, RespKind::kOperation) << parsed.command.reply;
  EXPECT_EQ(parsed.command.shape, shape) << line;
  return std::get<Op>(parsed.command.operation);
}

TEST(RespCommand, ReadsOperationsOnClaims) {
  EXPECT_EQ(operation<ConfirmClaim>("confirm s c", RespShape::kClaimRow).claim, "c");
  EXPECT_EQ(operation<ExtendClaim>("EXTEND s c 600", RespShape::kClaimRow).seconds, 600);
  EXPECT_EQ(operation<GetClaim>("CLAIM.GET s c", RespShape::kJson).claim, "c");
  const auto plain = operation<ReleaseClaim>("RELEASE s c", RespShape::kClaimRow);
  EXPECT_FALSE(plain.confirmed);
  EXPECT_EQ(plain.reason, "");
  for (const char* line : {"RELEASE s c CONFIRMED REASON CONFIRMED", "RELEASE s c reason CONFIRMED confirmed"}) {
    const auto release = operation<ReleaseClaim>(line, RespShape::kClaimRow);
    EXPECT_TRUE(release.confirmed);
    EXPECT_EQ(release.reason, "CONFIRMED");
  }
}

TEST(RespCommand, ReadsOperationsOnSales) {
  const auto restock = operation<Restock>("RESTOCK s r1 * -5 IFVERSION 3", RespShape::kRestock);
  EXPECT_EQ(restock.pool, "*");
  EXPECT_EQ(restock.units, -5);
  EXPECT_EQ(restock.if_version, 3);
  EXPECT_TRUE(restock.moves_total);
  EXPECT_EQ(operation<GetStock>("STOCK s a *", RespShape::kStock).pools, (std::vector<std::string>{"a", "*"}));
  EXPECT_TRUE(operation<GetStock>("STOCK s", RespShape::kStock).pools.empty());
  EXPECT_EQ(operation<GetSale>("SALE.GET s", RespShape::kJson).sale, "s");
  EXPECT_EQ(operation<PauseSale>("SALE.PAUSE s", RespShape::kJson).sale, "s");
  EXPECT_EQ(operation<ResumeSale>("SALE.RESUME s", RespShape::kJson).sale, "s");
  EXPECT_EQ(operation<CloseSale>("ALLOT.SALE.CLOSE s", RespShape::kJson).sale, "s");
  EXPECT_EQ(operation<Audit>("AUDIT", RespShape::kJson).sale, "");
  EXPECT_EQ(operation<Audit>("AUDIT s", RespShape::kJson).sale, "s");
  const auto create = operation<CreateSale>("SALE.CREATE s {\"pools\":{\"red\":5}}", RespShape::kJson);
  ASSERT_EQ(create.definition.pools.size(), 1U);
  EXPECT_EQ(create.definition.pools[0].second, 5);
}

TEST(RespCommand, BadValuesOfOperationsAreInvalidInTheirShape) {
  const std::string restock = reply_to("RESTOCK s r red 0");
  EXPECT_TRUE(restock.starts_with("*2\r\n$7\r\ninvalid\r\n$")) << restock;
  EXPECT_NE(restock.find(R"({"field":"units",)"), std::string::npos) << restock;
  EXPECT_NE(reply_to("RESTOCK s - red 1").find(R"({"field":"id",)"), std::string::npos);
  EXPECT_NE(reply_to("RESTOCK s r red 1000000000000001").find(R"({"field":"units",)"), std::string::npos);
  const std::string create = reply_to("SALE.CREATE s {\"pols\":1}");
  EXPECT_TRUE(create.starts_with("$")) << create;
  EXPECT_NE(create.find(R"({"verdict":"invalid",)"), std::string::npos) << create;
  for (const char* line : {"EXTEND s c 0", "EXTEND s c 31536001", "EXTEND s c x"}) {
    EXPECT_NE(reply_to(line).find(R"({"field":"seconds",)"), std::string::npos) << line;
  }
}

TEST(RespCommand, ReadsDoAndConnectionCommands) {
  const Parsed with_body = parse("DO PUT /v1/sales/s {}");
  ASSERT_EQ(with_body.command.kind, RespKind::kDo);
  EXPECT_EQ(with_body.command.method, "PUT");
  EXPECT_EQ(with_body.command.path, "/v1/sales/s");
  EXPECT_EQ(with_body.command.body, "{}");
  EXPECT_EQ(parse("do GET /v1/sales").command.body, "");
  EXPECT_EQ(parse("HELLO 3").command.kind, RespKind::kConnection);
  EXPECT_EQ(parse("hello 3").command.connection, RespConnection::kHello);
  EXPECT_EQ(parse("ALLOT.PING").command.connection, RespConnection::kPing);
  EXPECT_EQ(parse("cluster slots").command.connection, RespConnection::kCluster);
}

}  // namespace
}  // namespace allot
