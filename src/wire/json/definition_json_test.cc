#include "wire/json/definition_json.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/values.h"

namespace allot {
namespace {

struct Wrong {
  std::string body;
  std::string field;
};

std::string with(const std::string& member) { return R"({"pools":{"red":5},)" + member + "}"; }

TEST(DefinitionJson, FillsInDefaults) {
  const auto definition = parse_definition(R"({"pools":{"red":50,"blue":0}})");
  ASSERT_TRUE(definition);
  SaleDefinition want;
  want.pools = {{"blue", 0}, {"red", 50}};
  EXPECT_EQ(*definition, want);
  EXPECT_EQ(want.claims_per_user, 1);
}

TEST(DefinitionJson, ReadsEveryField) {
  const auto definition = parse_definition(
      R"({"pools":{"red":1000000000000000},"total":80,"claims_per_user":0,"units_per_user":5,)"
      R"("starts_at":"2026-01-02T03:04:05.678+01:00","ends_at":"2026-01-03T00:00:00Z","hold_seconds":900,"versioned":true})");
  ASSERT_TRUE(definition) << definition.error().detail;
  SaleDefinition want;
  want.pools = {{"red", 1'000'000'000'000'000}};
  want.total = 80;
  want.claims_per_user = 0;
  want.units_per_user = 5;
  want.starts_at = *parse_time("2026-01-02T02:04:05.678Z");
  want.ends_at = *parse_time("2026-01-03T00:00:00Z");
  want.hold_seconds = 900;
  want.versioned = true;
  EXPECT_EQ(*definition, want);
}

TEST(DefinitionJson, NamesTheFieldToBlame) {
  const std::vector<Wrong> wrong = {
      {"", ""},
      {"[]", ""},
      {"null", ""},
      {"{}", "pools"},
      {R"({"pools":{}})", "pools"},
      {R"({"pools":null})", "pools"},
      {R"({"pools":[]})", "pools"},
      {R"({"pools":{"red":5.0}})", "pools.red"},
      {R"({"pools":{"red":1e3}})", "pools.red"},
      {R"({"pools":{"red":-1}})", "pools.red"},
      {R"({"pools":{"red":-0}})", "pools.red"},
      {R"({"pools":{"red":"5"}})", "pools.red"},
      {R"({"pools":{"red":true}})", "pools.red"},
      {R"({"pools":{"red":null}})", "pools.red"},
      {R"({"pools":{"red":1000000000000001}})", "pools.red"},
      {R"({"pools":{"red":99999999999999999999}})", "pools.red"},
      {R"({"pools":{"red":1,"red":1}})", "pools.red"},
      {R"({"pools":{"*":1}})", "pools.*"},
      {R"({"pools":{"":1}})", "pools."},
      {R"({"pools":{".a":1}})", "pools..a"},
      {with(R"("total":null)"), "total"},
      {with(R"("total":-1)"), "total"},
      {with(R"("claims_per_user":-1)"), "claims_per_user"},
      {with(R"("claims_per_user":1000000001)"), "claims_per_user"},
      {with(R"("units_per_user":"5")"), "units_per_user"},
      {with(R"("starts_at":null)"), "starts_at"},
      {with(R"("starts_at":"2026-01-01")"), "starts_at"},
      {with(R"("starts_at":1767225600)"), "starts_at"},
      {with(R"("starts_at":"2026-01-01T00:00:00")"), "starts_at"},
      {with(R"("starts_at":"2026-01-01T01:00:00+01:00","ends_at":"2026-01-01T00:00:00Z")"), "ends_at"},
      {with(R"("ends_at":"2026-01-01T00:00:00Z","starts_at":"2027-01-01T00:00:00Z")"), "ends_at"},
      {with(R"("hold_seconds":31536001)"), "hold_seconds"},
      {with(R"("hold_seconds":-1)"), "hold_seconds"},
      {with(R"("versioned":1)"), "versioned"},
      {with(R"("rate":{"claims":1,"per_seconds":1})"), "rate"},
      {with(R"("team":{"size":3})"), "team"},
      {with(R"("claim_per_user":1)"), "claim_per_user"},
      {with(R"("total":1,"total":1)"), "total"},
  };
  for (const Wrong& w : wrong) {
    const auto result = parse_definition(w.body);
    ASSERT_FALSE(result) << w.body;
    EXPECT_EQ(result.error().field, w.field) << w.body << ": " << result.error().detail;
    EXPECT_FALSE(result.error().detail.empty()) << w.body;
  }
}

TEST(DefinitionJson, BoundsTheNumberOfPools) {
  std::string pools = R"({"pools":{"p0":1)";
  for (int i = 1; i < 1000; ++i) pools += ",\"p" + std::to_string(i) + "\":1";
  EXPECT_TRUE(parse_definition(pools + "}}"));
  const auto more = parse_definition(pools + ",\"one.more\":1}}");
  ASSERT_FALSE(more);
  EXPECT_EQ(more.error().field, "pools");
}

TEST(DefinitionJson, StoredFormReadsWhatIsWritten) {
  const std::vector<std::string> bodies = {
      R"({"pools":{"red":50,"blue":0}})",
      with(R"("total":0,"claims_per_user":0,"units_per_user":7,"hold_seconds":1,"versioned":true)"),
      with(R"("starts_at":"2026-01-02T03:04:05.678Z")"),
      with(R"("ends_at":"2026-01-02T03:04:05.678Z")"),
      with(R"("ends_at":"1970-01-01T00:00:00Z")"),
  };
  for (const std::string& body : bodies) {
    const auto definition = parse_definition(body);
    ASSERT_TRUE(definition) << body;
    const auto again = parse_stored_definition(definition_json(*definition));
    ASSERT_TRUE(again) << definition_json(*definition) << ": " << again.error().detail;
    EXPECT_EQ(*definition, *again);
  }
  EXPECT_EQ(definition_json(*parse_definition(bodies[0])),
            R"({"pools":{"blue":0,"red":50},"total":null,"claims_per_user":1,"units_per_user":0,)"
            R"("starts_at":null,"ends_at":null,"hold_seconds":0,"versioned":false})");
}

TEST(PatchJson, ReadsEveryField) {
  const auto patch = parse_patch(
      R"({"if_version":7,"claims_per_user":0,"units_per_user":3,"starts_at":null,"ends_at":"2026-01-03T00:00:00Z",)"
      R"("hold_seconds":0,"pools":{"b":2,"a":1}})");
  ASSERT_TRUE(patch) << patch.error().detail;
  EXPECT_EQ(patch->if_version, 7);
  EXPECT_EQ(patch->claims_per_user, 0);
  EXPECT_EQ(patch->units_per_user, 3);
  EXPECT_EQ(patch->starts_at, 0);
  EXPECT_EQ(patch->ends_at, parse_time("2026-01-03T00:00:00Z"));
  EXPECT_EQ(patch->hold_seconds, 0);
  EXPECT_EQ(patch->pools, (std::vector<std::pair<std::string, std::int64_t>>{{"a", 1}, {"b", 2}}));
  const auto one = parse_patch(R"({"hold_seconds":5})");
  ASSERT_TRUE(one);
  EXPECT_FALSE(one->if_version || one->claims_per_user || one->starts_at || one->ends_at);
}

TEST(PatchJson, NamesTheFieldToBlame) {
  const std::vector<Wrong> wrong = {
      {"", ""},
      {"[]", ""},
      {"{}", ""},
      {R"({"if_version":7})", ""},
      {R"({"if_version":0,"hold_seconds":1})", "if_version"},
      {R"({"if_version":null,"hold_seconds":1})", "if_version"},
      {R"({"total":5})", "total"},
      {R"({"versioned":true})", "versioned"},
      {R"({"rate":null})", "rate"},
      {R"({"team":null})", "team"},
      {R"({"pools":{}})", "pools"},
      {R"({"pools":{"*":1}})", "pools.*"},
      {R"({"claims_per_user":null})", "claims_per_user"},
      {R"({"hold_seconds":null})", "hold_seconds"},
      {R"({"starts_at":"2027-01-01T00:00:00Z","ends_at":"2026-01-01T00:00:00Z"})", "ends_at"},
      {R"({"sale":"x"})", "sale"},
  };
  for (const Wrong& w : wrong) {
    const auto result = parse_patch(w.body);
    ASSERT_FALSE(result) << w.body;
    EXPECT_EQ(result.error().field, w.field) << w.body << ": " << result.error().detail;
  }
}

}  // namespace
}  // namespace allot
