#include "core/values.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/limits.h"

namespace allot {
namespace {

TEST(Values, NamesHaveAnAlphabetAndABeginning) {
  for (const std::string good : {"a", "7", "Z", "a.b_c-d:e"}) {
    EXPECT_EQ(check_name(good), "") << good;
  }
  for (const std::string bad : {"", ".a", "_a", "-", ":a", "a b", "a@b", "a/b", "\xC3\xA4", "a\n", "*"}) {
    EXPECT_NE(check_name(bad), "") << bad;
  }
  EXPECT_EQ(check_name(std::string(64, 'x')), "");
  EXPECT_NE(check_name(std::string(65, 'x')), "");
  EXPECT_NE(check_name(std::string_view("a\0b", 3)), "");
}

TEST(Values, ClaimIdsMayHaveAnAtSignInside) {
  EXPECT_EQ(check_claim_id("a@b"), "");
  EXPECT_NE(check_claim_id("@b"), "");
  EXPECT_NE(check_claim_id("-"), "");
  EXPECT_EQ(check_claim_id(std::string(64, '1')), "");
  EXPECT_NE(check_claim_id(std::string(65, '1')), "");
}

TEST(Values, UsersAreUtf8WithoutControls) {
  for (const std::string good :
       {"u", "007", "B\xC3\xB6 b", "\xE6\x9D\x8E", "\xF0\x9F\x98\x80", "a long ascii name here"}) {
    EXPECT_EQ(check_user(good), "") << good;
  }
  for (const std::string bad :
       {"", "a\tb", "\x7F", "eight by\x7F", "\xC2\x85", "\xC0\x80", "\xE0\x80\x80", "\xED\xA0\x80", "\xF4\x90\x80\x80",
        "\xF5\x80\x80\x80", "\xC3", "\x80", "\xE6\x9D", "abcdefgh\x1F"}) {
    EXPECT_NE(check_user(bad), "") << bad;
  }
  EXPECT_EQ(check_user("\xC2\xA0"), "") << "a no-break space is no control";
  EXPECT_EQ(check_user(std::string(128, 'u')), "");
  EXPECT_NE(check_user(std::string(129, 'u')), "");
}

TEST(Values, RefAndReasonMayBeEmpty) {
  EXPECT_EQ(check_ref(""), "");
  EXPECT_EQ(check_ref(std::string(64, 'r')), "");
  EXPECT_NE(check_ref(std::string(65, 'r')), "");
  EXPECT_NE(check_ref("a\nb"), "");
  EXPECT_EQ(check_reason(""), "");
  EXPECT_EQ(check_reason(std::string(256, 'r')), "");
  EXPECT_NE(check_reason(std::string(257, 'r')), "");
}

TEST(Values, IntegersArePlainDigits) {
  EXPECT_EQ(parse_integer("0"), 0);
  EXPECT_EQ(parse_integer("42"), 42);
  EXPECT_EQ(parse_integer("-42"), -42);
  EXPECT_EQ(parse_integer("9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  EXPECT_EQ(parse_integer("-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  for (const char* bad : {"", "-", "+5", "05", "-0", "-05", "00", " 5", "5 ", "5.0", "1e3", "0x5", "--5", "five",
                          "9223372036854775808", "-9223372036854775809", "99999999999999999999"}) {
    EXPECT_FALSE(parse_integer(bad)) << bad;
  }
}

TEST(Values, LinesOfOnePoolAreAddedUpInOrderOfAppearance) {
  const auto sums = sum_items({{"b", 1}, {"a", 2}, {"b", 3}});
  ASSERT_TRUE(sums);
  EXPECT_EQ(*sums, (std::vector<Item>{{"b", 4}, {"a", 2}}));
}

TEST(Values, LinesNameTheFieldThatIsToBlame) {
  EXPECT_EQ(sum_items({{"a", 1}, {"a", 0}}).error().field, "items[1].units");
  EXPECT_EQ(sum_items({{"a", -1}}).error().field, "items[0].units");
  EXPECT_EQ(sum_items({{"a", limits::kUnitsMax + 1}}).error().field, "items[0].units");
  EXPECT_EQ(sum_items({{"a", limits::kUnitsMax}, {"b", 1}, {"a", 1}}).error().field, "items[2].units");
  EXPECT_TRUE(sum_items({{"a", limits::kUnitsMax - 1}, {"a", 1}}));
}

TEST(Values, AHundredPoolsAreTheMost) {
  std::vector<Item> lines;
  for (int i = 0; i < 100; ++i) lines.push_back({"p" + std::to_string(i), 1});
  lines.push_back({"p5", 1});
  EXPECT_TRUE(sum_items(lines)) << "101 lines, but 100 pools";
  lines.push_back({"p100", 1});
  EXPECT_EQ(sum_items(lines).error().field, "items");
}

}  // namespace
}  // namespace allot
