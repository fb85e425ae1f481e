#include "cli/pretty_json.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

TEST(PrettyJson, SpreadsTheOutermostAndKeepsShortOnesOnALine) {
  EXPECT_EQ(pretty_json(R"({"verdict":"ok","left":{"red":48}})"),
            "{\n  \"verdict\": \"ok\",\n  \"left\": {\"red\":48}\n}");
}

TEST(PrettyJson, SpreadsWhatIsTooLongForALine) {
  const std::string name(40, 'x');
  const std::string out = pretty_json(R"({"a":[")" + name + R"(",")" + name + R"("]})");
  EXPECT_EQ(out, "{\n  \"a\": [\n    \"" + name + "\",\n    \"" + name + "\"\n  ]\n}");
}

TEST(PrettyJson, LeavesOtherTextAlone) {
  EXPECT_EQ(pretty_json("# HELP x"), "# HELP x");
  EXPECT_EQ(pretty_json(""), "");
  EXPECT_EQ(pretty_json("{}"), "{}");
}

TEST(PrettyJson, KeepsBigNumbers) {
  EXPECT_EQ(pretty_json(R"({"n":123456789012345678901234567890})"), "{\n  \"n\": 123456789012345678901234567890\n}");
}

}  // namespace
}  // namespace allot
