#include "wire/json/json_reader.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/limits.h"

namespace allot {
namespace {

std::string nested(std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); }

const JsonNode& read(JsonReader& reader, std::string_view text) {
  const auto error = reader.read(text);
  EXPECT_FALSE(error) << text << ": " << (error ? error->detail : "");
  return reader.root();
}

TEST(JsonReader, KeepsIntegerLiteralsApartFromOtherNumbers) {
  JsonReader reader;
  struct Case {
    std::string_view text;
    JsonKind kind;
    std::int64_t value;
  };
  const std::vector<Case> cases = {
      {"0", JsonKind::kInteger, 0},
      {"7", JsonKind::kInteger, 7},
      {"-7", JsonKind::kInteger, -7},
      {"9223372036854775807", JsonKind::kInteger, INT64_MAX},
      {"-9223372036854775808", JsonKind::kInteger, INT64_MIN},
      {"9223372036854775808", JsonKind::kNumber, 0},
      {"-9223372036854775809", JsonKind::kNumber, 0},
      {"18446744073709551616", JsonKind::kNumber, 0},
      {"100000000000000000000000000000000000001", JsonKind::kNumber, 0},
      {"-0", JsonKind::kNumber, 0},
      {"5.0", JsonKind::kNumber, 0},
      {"1e3", JsonKind::kNumber, 0},
      {"1E3", JsonKind::kNumber, 0},
      {"1e0", JsonKind::kNumber, 0},
      {"0e0", JsonKind::kNumber, 0},
      {"-1.5", JsonKind::kNumber, 0},
      {"0.0000000000000000000000000000001", JsonKind::kNumber, 0},
  };
  for (const Case& c : cases) {
    for (const std::string& around :
         {std::string(c.text), "[" + std::string(c.text) + "]", std::string(c.text) + " "}) {
      const JsonNode& root = read(reader, around);
      const JsonNode& node = root.kind == JsonKind::kArray ? *root.children().begin() : root;
      EXPECT_EQ(node.kind, c.kind) << around;
      EXPECT_EQ(node.integer, c.value) << around;
      EXPECT_EQ(node.text, c.text) << around;
    }
  }
}

TEST(JsonReader, RefusesWhatIsNotOneWholeText) {
  JsonReader reader;
  const std::vector<std::string> wrong = {"",
                                          " ",
                                          "{",
                                          "{}}",
                                          "{} {}",
                                          "[1,]",
                                          "{\"a\":1,}",
                                          "{a:1}",
                                          "'a'",
                                          "01",
                                          "+1",
                                          ".5",
                                          "5.",
                                          "1e",
                                          "--1",
                                          "NaN",
                                          "Infinity",
                                          "nul",
                                          "True",
                                          "// x\n1",
                                          "\"a",
                                          "\"\t\"",
                                          "\"\\x\"",
                                          "\"\\u12\"",
                                          "\"\\ud800\"",
                                          "\"\\ud800x\"",
                                          "\"\\udc00\"",
                                          "\"\xff\"",
                                          "\"\xc0\x80\"",
                                          "\"\xed\xa0\x80\"",
                                          "\"\xf4\x90\x80\x80\"",
                                          "{\"\x80\":1}",
                                          "\"\xe2\x82\"",
                                          "\xef\xbb\xbf{}",
                                          "1e99999999999999999999",
                                          std::string("{}\0", 3)};
  for (const std::string& text : wrong) EXPECT_TRUE(reader.read(text)) << text;
  EXPECT_FALSE(reader.read("{}")) << "a reader goes on after errors";
}

TEST(JsonReader, BoundsTheDepth) {
  JsonReader reader;
  EXPECT_FALSE(reader.read(nested(limits::kJsonDepthMax)));
  const auto error = reader.read(nested(limits::kJsonDepthMax + 1));
  ASSERT_TRUE(error);
  EXPECT_NE(error->detail.find("16 levels"), std::string::npos) << error->detail;
  EXPECT_TRUE(reader.read(std::string(1U << 20U, '[')));
}

TEST(JsonReader, UnescapesStringsAndKeys) {
  JsonReader reader;
  const std::string text =
      R"({"a\u0062":"x\ny","plain":"\"","e":"","long\t)" + std::string(5000, 'k') + R"(":"\ud83d\ude00 é"})";
  const JsonNode& root = read(reader, text);
  std::vector<std::pair<std::string, std::string>> got;
  for (const JsonNode& node : root.children()) got.emplace_back(node.key, node.text);
  const std::vector<std::pair<std::string, std::string>> want = {
      {"ab", "x\ny"}, {"plain", "\""}, {"e", ""}, {"long\t" + std::string(5000, 'k'), "😀 é"}};
  EXPECT_EQ(got, want);
}

TEST(JsonReader, RefusesKeysThatComeTwice) {
  JsonReader reader;
  const auto error = reader.read(R"({"a":1,"items":[{"u":1},{"u":1,"v":2,"\u0075":3}]})");
  ASSERT_TRUE(error);
  EXPECT_EQ(error->field, "items[1].u");
  EXPECT_FALSE(reader.read(R"({"a":{"a":{"a":1}},"A":1,"b":{"a":2}})"));

  std::string many = "{";
  for (int i = 0; i < 1000; ++i) many += "\"k" + std::to_string(i) + "\":0,";
  EXPECT_FALSE(reader.read(many + "\"k\":0}"));
  const auto late = reader.read(many + "\"k500\":0}");
  ASSERT_TRUE(late);
  EXPECT_EQ(late->field, "k500");
}

TEST(JsonReader, MarksKeysThatComeTwice) {
  JsonReader reader;
  ASSERT_FALSE(reader.read_marking_repeats(R"([{"a":1},{"b":{"c":1,"c":2}}])"));
  const JsonNode& first = *reader.root().children().begin();
  EXPECT_EQ(json_repeated_key(first), nullptr);
  const JsonNode* repeated = json_repeated_key(reader.root());
  ASSERT_NE(repeated, nullptr);
  EXPECT_EQ(json_path(reader.root(), *repeated), "[1].b.c");
  EXPECT_EQ(repeated->integer, 2);
}

TEST(JsonNode, NamesPaths) {
  JsonReader reader;
  const JsonNode& root = read(reader, R"({"x":[],"items":[{},{"pool":"a","units":5}],"pools":{"red":1}})");
  std::vector<std::string> paths;
  for (std::uint32_t i = 0; i < root.span; ++i) paths.push_back(json_path(root, (&root)[i]));
  const std::vector<std::string> want = {
      "", "x", "items", "items[0]", "items[1]", "items[1].pool", "items[1].units", "pools", "pools.red"};
  EXPECT_EQ(paths, want);
}

TEST(JsonNode, WritesCompactly) {
  JsonReader reader;
  std::string out;
  write_json(out,
             read(reader, "{ \"a\" : [ 1 , 2.50 , -0 , 1e3 , null , true , false ] , \"b\\\"\" : { } , \"c\":[] }"));
  EXPECT_EQ(out, R"({"a":[1,2.50,-0,1e3,null,true,false],"b\"":{},"c":[]})");
}

TEST(JsonNode, DescribesWithoutCuttingCharacters) {
  JsonReader reader;
  EXPECT_EQ(json_describe(read(reader, "5.0")), "5.0");
  EXPECT_EQ(json_describe(read(reader, "\"5\"")), "\"5\"");
  EXPECT_EQ(json_describe(read(reader, "{}")), "an object");
  EXPECT_EQ(json_describe(read(reader, "[1]")), "an array");
  EXPECT_EQ(json_describe(read(reader, "null")), "null");
  std::string text = "\"" + std::string(63, 'a');
  for (int i = 0; i < 40; ++i) text += "é";
  EXPECT_EQ(json_describe(read(reader, text + '"')), "\"" + std::string(63, 'a') + "…\"");
}

}  // namespace
}  // namespace allot
