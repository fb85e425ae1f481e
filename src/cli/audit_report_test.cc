#include "cli/audit_report.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

TEST(AuditReport, OkNeedsTheVerdictAndNoFindings) {
  EXPECT_TRUE(parse_audit(R"({"verdict":"ok","pools":2,"claims":7,"findings":[]})").ok);
  EXPECT_FALSE(parse_audit(R"({"verdict":"drift","pools":2,"claims":7,"findings":["x"]})").ok);
  EXPECT_FALSE(parse_audit(R"({"verdict":"ok","pools":2,"claims":7,"findings":["x"]})").ok);
  EXPECT_FALSE(parse_audit(R"({"verdict":"unavailable","outcome":"none"})").ok);
  EXPECT_FALSE(parse_audit("{}").ok);
  EXPECT_THROW(parse_audit("<html>"), std::runtime_error);
}

TEST(AuditReport, ShowsFindings) {
  const std::string text =
      audit_text(parse_audit(R"({"verdict":"drift","pools":2,"claims":7,"findings":["pool red: 3 missing",{"a":1}]})"));
  EXPECT_EQ(text, "drift: 2 findings in 7 claims and 2 pools\n  - pool red: 3 missing\n  - {\"a\":1}\n");
  EXPECT_EQ(audit_text(parse_audit(R"({"verdict":"unknown_sale"})")), "no audit took place: unknown_sale\n");
}

}  // namespace
}  // namespace allot
