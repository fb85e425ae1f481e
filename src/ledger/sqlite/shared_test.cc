// What only a SQLite ledger has to do to be shared: locks, indexes, commits whose outcome is unknown.
#include "ledger/contract_shared_fixture.h"
#include "ledger/sqlite/test_house.h"

namespace allot::sqlite {
namespace {

constexpr ItemView kOneRed[] = {{"red", 1}};

class SqliteShared : public testing::Test {
 protected:
  std::unique_ptr<Ledger> join() {
    auto ledger = house_.open(EngineKind::kLedger);
    ledger->join();
    return ledger;
  }
  std::unique_ptr<Ledger> own() {
    auto ledger = house_.open();
    ledger->take_over(kStart);
    return ledger;
  }
  std::vector<std::string> indexes() {
    Connection reader = Connection::reader(house_.file());
    Statement select(reader, "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY name");
    std::vector<std::string> names;
    for (Rows row = select.query(); row.next();) names.emplace_back(row.text(0));
    return names;
  }
  template <class Do>
  static std::string failure(Do what) {
    try {
      what();
    } catch (const LedgerError& error) {
      return error.what();
    }
    return "none";
  }

  SqliteHouse house_;
};

TEST_F(SqliteShared, IndexesAreThereWhileTheyAreNeeded) {
  using Names = std::vector<std::string>;
  const Names owned{"allot_claim_ref", "allot_sale_live"};
  const Names shared{"allot_claim_buyer", "allot_claim_held", "allot_claim_id", "allot_claim_ref", "allot_sale_live"};
  own();
  EXPECT_EQ(indexes(), owned);
  join();
  EXPECT_EQ(indexes(), shared);
  own();
  EXPECT_EQ(indexes(), owned);
}

TEST_F(SqliteShared, LookUpsUseTheIndexes) {
  join();
  Connection reader = Connection::reader(house_.file());
  const auto plan = [&](const std::string& sql) {
    Statement explain(reader, "EXPLAIN QUERY PLAN " + sql);
    std::string text;
    for (Rows row = explain.query(); row.next();) text += std::string(row.text(3)) + "\n";
    return text;
  };
  EXPECT_NE(
      plan("SELECT key FROM allot_claim WHERE uid = 1 AND key BETWEEN 1 AND 2 AND id = 'a'").find("allot_claim_id"),
      std::string::npos);
  EXPECT_NE(plan("SELECT key FROM allot_claim WHERE uid = 1 AND buyer = 'a' AND key > 1 ORDER BY key LIMIT 1")
                .find("allot_claim_buyer"),
            std::string::npos);
  EXPECT_NE(plan("SELECT key FROM allot_claim WHERE uid = 1 AND state = 'held' AND expires_at IS NOT NULL AND "
                 "expires_at <= 5 ORDER BY expires_at, key LIMIT 1")
                .find("allot_claim_held"),
            std::string::npos);
}

TEST_F(SqliteShared, AnOwnerAndSharersKeepEachOtherOut) {
  std::unique_ptr<Ledger> ledger = own();
  EXPECT_NE(failure([&] { join(); }).find("owned by another process"), std::string::npos);
  ledger = nullptr;
  ledger = join();
  const std::unique_ptr<Ledger> second = join();
  EXPECT_NE(failure([&] { own(); }).find("shared by running processes"), std::string::npos);
}

TEST_F(SqliteShared, ASharerOfAnotherEngineByNowIsFenced) {
  const std::unique_ptr<Ledger> ledger = join();
  house_.edit("UPDATE allot_meta SET value = 'redis' WHERE key = 'engine'");
  Work work;
  SaleDefinition definition;
  definition.pools = {{"red", 1}};
  work.steps.emplace_back(CreateStep{"s", definition, kStart, {}, {}});
  EXPECT_EQ(ledger->commit(work).result, CommitResult::kFenced);
  EXPECT_NE(ledger->probe(), "");
}

TEST_F(SqliteShared, EachProcessHasAnotherFence) {
  const std::unique_ptr<Ledger> first = join();
  const std::uint32_t before = first->marks().fence;
  const std::unique_ptr<Ledger> second = join();
  EXPECT_EQ(second->marks().fence, before + 1);
}

TEST_F(SqliteShared, AnIdIsRecordedOnce) {
  const std::unique_ptr<Ledger> ledger = join();
  SaleDefinition definition;
  definition.pools = {{"red", 5}};
  Work create;
  create.steps.emplace_back(CreateStep{"s", definition, kStart, {}, {}});
  ASSERT_EQ(ledger->commit(create).result, CommitResult::kDone);
  const auto twice = [&] {
    Work work;
    DecideStep step;
    step.sale = "s";
    step.decide = [](const SaleState& state, ClaimSource&, Millis) {
      auto entry = std::make_shared<Entry>();
      entry->uid = state.uid;
      entry->epoch = state.epoch;
      entry->seq = state.seq + 1;
      AcceptedClaim claim;
      claim.no = state.claims;
      claim.id = "a";
      claim.user = "u";
      claim.items = kOneRed;
      entry->claims.push_back(claim);
      return entry;
    };
    work.steps.emplace_back(std::move(step));
    return ledger->commit(work).result;
  };
  EXPECT_EQ(twice(), CommitResult::kDone);
  EXPECT_EQ(twice(), CommitResult::kNothing) << "the decision had not looked the id up";
}

}  // namespace
}  // namespace allot::sqlite
