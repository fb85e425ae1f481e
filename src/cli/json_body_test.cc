#include "cli/json_body.h"

#include <gtest/gtest.h>

#include "cli/exit_code.h"

namespace allot {
namespace {

TEST(JsonBody, LeavesOutWhatIsAbsent) {
  const std::string body = JsonBody()
                               .text("id", "")
                               .text("user", "a\"b")
                               .items("items", {{"red", 2}, {"blue", 1}})
                               .number("if_version", std::nullopt)
                               .raw("meta", R"({"k":1})")
                               .truth("bar", true)
                               .str();
  EXPECT_EQ(
      body,
      R"({"user":"a\"b","items":[{"pool":"red","units":2},{"pool":"blue","units":1}],"meta":{"k":1},"bar":true})");
  EXPECT_EQ(JsonBody().str(), "{}");
  EXPECT_EQ(JsonBody().numbers("pools", {{"red", 50}}).str(), R"({"pools":{"red":50}})");
}

TEST(NamedNumbers, AreReadOrRefused) {
  const NamedNumbers numbers = parse_named_numbers("pool", {"red=50", "b.l-ue=0", "x=-3"});
  EXPECT_EQ(numbers, (NamedNumbers{{"red", 50}, {"b.l-ue", 0}, {"x", -3}}));
  for (const char* wrong : {"red", "red=", "=5", "red=5x", "red=1.5", "red=99999999999999999999", ""}) {
    EXPECT_THROW(parse_named_numbers("pool", {wrong}), UsageError) << wrong;
  }
}

TEST(UrlEncoded, KeepsIdsAndEncodesTheRest) {
  EXPECT_EQ(url_encoded("a-1.B_c:d@e"), "a-1.B_c:d@e");
  EXPECT_EQ(url_encoded("a b/&?\xC3\xA9"), "a%20b%2F%26%3F%C3%A9");
}

TEST(ReadJsonFile, SaysWhatCannotBeRead) { EXPECT_THROW(read_json_file("/nonexistent/x.json"), UsageError); }

}  // namespace
}  // namespace allot
