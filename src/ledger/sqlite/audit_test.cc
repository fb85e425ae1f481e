// The audit finds every kind of damage, and nothing where there is none.
#include <algorithm>

#include "ledger/sqlite/test_house.h"

namespace allot::sqlite {
namespace {

class SqliteAudit : public LedgerContract {
 protected:
  // Sale 's' (uid 1): 0 held red 2 and blue 1; 1 confirmed red 1; 2 confirmed by the same user; 3 released.
  void fill() {
    SaleScript sale = create();
    record(sale.claims({{"a", "u1", {{"red", 2}, {"blue", 1}}, kStart + kHour},
                        {"b", "u2"},
                        {"c", "u2", {{"blue", 3}}},
                        {"d", "u3", {{"red", 1}}, kStart + kHour}}));
    release(sale.uid(), 3, "d");
    record(sale.change(RestockChange{"r", "red", 5, true, {}, 11}));
  }
  void edit(const std::string& sql) { static_cast<SqliteHouse&>(*house_).edit(sql); }
};

INSTANTIATE_TEST_SUITE_P(Sqlite, SqliteAudit, sqlite::house_makers(), sqlite::house_name);

struct Damage {
  const char* sql;
  const char* finding;
};

constexpr Damage kDamages[] = {
    {"UPDATE allot_pool SET taken = taken + 1 WHERE pool = 'red'",
     "sale 's': pool 'red': counts 3 held and 1 confirmed, its claims add up to 2 and 1"},
    {"UPDATE allot_pool SET confirmed = confirmed - 1 WHERE pool = 'blue'", "counts 2 held and 2 confirmed"},
    {"UPDATE allot_pool SET taken = taken - 1 WHERE pool = '*'", "pool '*': counts 2 held"},
    {"UPDATE allot_pool SET stocked = stocked + 1 WHERE pool = 'red'",
     "stocked 16, opening stock and restocks add up to 15"},
    {"UPDATE allot_pool SET stocked = 1 WHERE pool = 'red'", "do not fit into each other (left -2)"},
    {"DELETE FROM allot_pool WHERE pool = 'red'", "pool 'red': does not exist"},
    {"INSERT INTO allot_pool VALUES(1, 'green', 0, 0, 0)", "pool 'green': is not in the definition"},
    {"DELETE FROM allot_claim WHERE id = 'b'", "claim numbers 1 to 1 are missing"},
    {"DELETE FROM allot_claim WHERE id = 'd'", "has 3 claims, but 4 were numbered"},
    {"DELETE FROM allot_claim WHERE id = 'a'", "belongs to claim number 0, which does not exist"},
    {"UPDATE allot_claim SET id = 'b' WHERE id = 'c'", "the claim id 'b' is there twice, as numbers 1 and 2"},
    {"UPDATE allot_claim SET state = 'held' WHERE id = 'b'", "counts 2 held and 1 confirmed"},
    {"UPDATE allot_claim SET state = 'sold' WHERE id = 'b'", "claim 'b' has the unknown state 'sold'"},
    {"UPDATE allot_claim SET units = 3 WHERE id = 'a'", "add up to 3 and 1"},
    {"UPDATE allot_claim_line SET units = 0", "pool 'blue': counts 1 held"},
    {"UPDATE allot_claim SET buyer = 'u2' WHERE id = 'a'", "user 'u2' has 3 claims, at most 2 were ever allowed"},
    {"UPDATE allot_sale SET units_per_user_most = 3", "user 'u2' has 4 units, at most 3 were ever allowed"},
    {"DELETE FROM allot_restock", "opening stock and restocks add up to 10"},
    {"UPDATE allot_sale SET definition = '{'", "its definition cannot be read"},
    {"INSERT INTO allot_claim(key, id, buyer, state, created_at, version) VALUES(99 << 32, 'x', 'u', 'held', 1, 1)",
     "1 claims belong to no sale"},
};

TEST_P(SqliteAudit, FindsEveryKindOfDamage) {
  for (const Damage& damage : kDamages) {
    SCOPED_TRACE(damage.sql);
    house_ = GetParam()();
    reopen();
    fill();
    ASSERT_EQ(findings(), std::vector<std::string>{});
    edit(damage.sql);
    const std::vector<std::string> found = findings();
    EXPECT_TRUE(std::ranges::any_of(found, [&](const std::string& sentence) {
      return sentence.find(damage.finding) != std::string::npos;
    })) << testing::PrintToString(found);
  }
}

TEST_P(SqliteAudit, CountsPoolsAndClaims) {
  fill();
  SaleScript other = create("other");
  record(other.claims({{"a", "u1"}}));
  const LedgerAudit all = ledger_->reader()->audit(std::nullopt);
  EXPECT_EQ(all.pools, 4);
  EXPECT_EQ(all.claims, 5);
  EXPECT_EQ(ledger_->reader()->audit(other.uid()).claims, 1);
}

TEST_P(SqliteAudit, TighterLimitsAreNoFinding) {
  SaleScript sale = create();
  SaleDefinition definition = two_pools();
  const auto patch = [&](std::int64_t claims) {
    definition.claims_per_user = claims;
    ASSERT_TRUE(record(sale.change(DefinitionChange{definition, {}}, 1)));
  };
  patch(3);
  record(sale.claims({{"a", "u1"}, {"b", "u1"}, {"c", "u1"}}));
  patch(1);
  EXPECT_EQ(findings(), std::vector<std::string>{});
}

TEST_P(SqliteAudit, FindingsAreBounded) {
  SaleScript sale = create();
  std::vector<TestClaim> none;
  for (int i = 0; i < 250; ++i) none.push_back({"c" + std::to_string(i), "u" + std::to_string(i), {{"red", 0}}});
  record(sale.claims(none));
  edit("UPDATE allot_claim SET state = 'sold'");
  const std::vector<std::string> found = findings();
  EXPECT_EQ(found.size(), 101U);
  EXPECT_NE(found.back().find("and 150 more findings"), std::string::npos) << found.back();
}

TEST_P(SqliteAudit, ItemViewAddsUpToThePools) {
  fill();
  Connection reader = Connection::reader(static_cast<SqliteHouse&>(*house_).file());
  Statement sums(reader,
                 "SELECT p.pool, p.taken, (SELECT coalesce(sum(i.units), 0) FROM allot_claim_item i "
                 "WHERE i.uid = p.uid AND i.pool = p.pool) FROM allot_pool p WHERE p.pool <> '*'");
  int pools = 0;
  for (Rows row = sums.query(); row.next(); ++pools) EXPECT_EQ(row.integer(1), row.integer(2)) << row.text(0);
  EXPECT_EQ(pools, 2);
}

}  // namespace
}  // namespace allot::sqlite
