// The audit finds every kind of damage that the schema lets through, and nothing where there is none; and what else
// is read from outside.
#include <algorithm>

#include "ledger/database/audit.h"
#include "ledger/database/test_servers.h"

namespace allot::database {
namespace {

using Strings = std::vector<std::string>;

class Audit : public testing::TestWithParam<ServerMaker> {
 protected:
  // Sale 's' (uid 1): 0 held red 2 and blue 1; 1 confirmed red 1; 2 confirmed by the same user; 3 released.
  void fill(std::optional<ServerHouse>& house, std::unique_ptr<Ledger>& ledger) {
    house.emplace(GetParam()());
    ledger = house->open();
    ledger->take_over(kStart);
    SaleDefinition definition;
    definition.pools = {{"blue", 20}, {"red", 10}};
    definition.total = 25;
    definition.claims_per_user = 2;
    commit(*ledger, CreateStep{"s", definition, kStart, {}, {}});
    SaleScript sale(1, 1, 0);
    commit(*ledger, EntryStep{sale.claims({{"a", "u1", {{"red", 2}, {"blue", 1}}, kStart + kHour},
                                           {"b", "u2"},
                                           {"c", "u2", {{"blue", 3}}},
                                           {"d", "u3", {{"red", 1}}, kStart + kHour}}),
                              false});
    commit(*ledger, ReleaseStep{{1, "d", 3}, "", "", false, {}, kStart, {}, {}, {}, {}});
    commit(*ledger, EntryStep{sale.change(RestockChange{"r", "red", 5, true, {}, 11}), false});
  }
  template <class S>
  void commit(Ledger& ledger, S step) {
    Work work;
    work.steps.emplace_back(std::move(step));
    ASSERT_EQ(ledger.commit(work).result, CommitResult::kDone);
  }
};

ALLOT_ON_ALL_SERVERS(Audit);

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
    {"DELETE FROM allot_pool WHERE pool = 'red'", "pool 'red': does not exist"},
    {"INSERT INTO allot_pool VALUES(1, 'green', 0, 0, 0)", "pool 'green': is not in the definition"},
    {"DELETE FROM allot_claim WHERE id = 'b'", "claim numbers 1 to 1 are missing"},
    {"DELETE FROM allot_claim WHERE id = 'd'", "has 3 claims, but 4 were numbered"},
    {"DELETE FROM allot_claim WHERE id = 'a'", "belongs to claim number 0, which does not exist"},
    {"UPDATE allot_claim SET state = 'held' WHERE id = 'b'", "counts 2 held and 1 confirmed"},
    {"UPDATE allot_claim SET state = 'sold' WHERE id = 'b'", "claim 'b' has the unknown state 'sold'"},
    {"UPDATE allot_claim SET units = 3 WHERE id = 'a'", "add up to 3 and 1"},
    {"UPDATE allot_claim SET units = -3 WHERE id = 'a'", "claim 'a' has -3 units"},
    {"UPDATE allot_claim_line SET units = 0", "pool 'blue': counts 1 held"},
    {"UPDATE allot_claim SET buyer = 'u2' WHERE id = 'a'", "user 'u2' has 3 claims, at most 2 were ever allowed"},
    {"UPDATE allot_sale SET units_per_user_most = 3", "user 'u2' has 4 units, at most 3 were ever allowed"},
    {"DELETE FROM allot_restock", "opening stock and restocks add up to 10"},
    {"UPDATE allot_sale SET definition = '{'", "its definition cannot be read"},
    {"INSERT INTO allot_claim(uid, no, id, buyer, state, created_at, version, units, more_lines) "
     "VALUES(99, 0, 'x', 'u', 'held', 1, 1, 0, 0)",
     "1 claims belong to no sale"},
};

TEST_P(Audit, FindsEveryKindOfDamage) {
  std::optional<ServerHouse> house;
  std::unique_ptr<Ledger> ledger;
  fill(house, ledger);
  const auto connection = house->connect();
  for (const Damage& damage : kDamages) {
    SCOPED_TRACE(damage.sql);
    ASSERT_EQ(audit_ledger(*connection, std::nullopt).findings, Strings{});
    connection->begin();
    connection->query(damage.sql);
    const Strings found = audit_ledger(*connection, std::nullopt).findings;
    EXPECT_TRUE(std::ranges::any_of(found, [&](const std::string& sentence) {
      return sentence.find(damage.finding) != std::string::npos;
    })) << testing::PrintToString(found);
    connection->roll_back();
  }
}

TEST_P(Audit, CountsAndItemsAddUp) {
  std::optional<ServerHouse> house;
  std::unique_ptr<Ledger> ledger;
  fill(house, ledger);
  const LedgerAudit audit = ledger->reader()->audit(1);
  EXPECT_EQ(audit.claims, 4);
  EXPECT_EQ(audit.pools, 2);
  const auto sums = house->connect()->query(
      "SELECT p.taken, (SELECT coalesce(sum(i.units), 0) FROM allot_claim_item i WHERE i.uid = p.uid AND "
      "i.pool = p.pool) FROM allot_pool p WHERE p.pool <> '*'");
  int pools = 0;
  for (; sums->next(); ++pools) EXPECT_EQ(sums->integer(0), sums->integer(1));
  EXPECT_EQ(pools, 2);
}

TEST_P(Audit, ReaderListsSalesAndClaims) {
  std::optional<ServerHouse> house;
  std::unique_ptr<Ledger> ledger;
  fill(house, ledger);
  SaleDefinition later;
  later.pools = {{"red", 1}};
  later.starts_at = kStart + 5;
  for (const char* name : {"B", "a", "t"}) commit(*ledger, CreateStep{name, later, kStart, {}, {}});
  const auto reader = ledger->reader();
  Strings names;
  for (const SaleBrief& sale : reader->sales("", 10)) names.push_back(sale.sale);
  EXPECT_EQ(names, (Strings{"B", "a", "s", "t"})) << "by byte";
  EXPECT_EQ(reader->sales("a", 1).at(0).sale, "s");
  EXPECT_EQ(reader->sales("s", 9).at(0).starts_at, kStart + 5);
  EXPECT_EQ(reader->sale("s")->uid, 1U);
  EXPECT_FALSE(reader->sale("S"));
  EXPECT_EQ(reader->claims_by_id("a", 10).size(), 1U);
  EXPECT_EQ(reader->claims_by_id("A", 10).size(), 0U);
  const UserClaims first = reader->claims_of(1, "u2", "", 1);
  ASSERT_EQ(first.claims.size(), 1U);
  EXPECT_EQ(first.claims[0].id, "b");
  EXPECT_TRUE(first.more);
  EXPECT_EQ(first.live_claims, 2);
  EXPECT_EQ(first.live_units, 4);
  const UserClaims next = reader->claims_of(1, "u2", "b", 1);
  EXPECT_EQ(next.claims.at(0).id, "c");
  EXPECT_FALSE(next.more);
  EXPECT_EQ(reader->claims_of(1, "u1", "", 9).live_units, 3) << "all its lines";
  EXPECT_FALSE(reader->claims_of(1, "u2", "zz", 1).after_found);
  EXPECT_EQ(reader->claims_of(1, "u3", "", 9).live_claims, 0) << "released";
}

}  // namespace
}  // namespace allot::database
