// Opening: clear refusals without passwords, migrations, prefixes.
#include <future>

#include "ledger/database/test_servers.h"

namespace allot::database {
namespace {

class Open : public testing::TestWithParam<ServerMaker> {
 protected:
  // The message of the refusal.
  std::string refusal(const std::string& url, const LedgerOptions& options = {}) {
    try {
      open_ledger(url, options)->take_over(kStart);
    } catch (const LedgerError& error) {
      EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
      return error.what();
    }
    return "not refused";
  }
  std::string changed(std::string url, const std::string& from, const std::string& to) {
    return url.replace(url.rfind(from), from.size(), to);
  }
  static bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

  TestServer& server_ = GetParam()();
};

ALLOT_ON_ALL_SERVERS(Open);

TEST_P(Open, SaysWhatIsWrong) {
  const std::string url = server_.url();
  const std::string name = server_.database("")->place().substr(server_.database("")->place().rfind('/'));
  const std::string port = std::to_string(server_.port());
  for (const auto& [wrong, why] : std::vector<std::pair<std::string, std::string>>{
           {changed(url, ":secret@", ":secret2@"), "does not let this user in"},
           {changed(url, "allot:secret", "nobody:secret"), "does not let this user in"},
           {changed(url, port + name, port + "/nowhere"), "is missing: there is no such database"},
           {changed(url, port, std::to_string(free_port())), "cannot be reached"},
       }) {
    EXPECT_TRUE(has(refusal(wrong), why)) << refusal(wrong);
  }
  EXPECT_TRUE(has(refusal(url, {.prefix = "a-b"}), "prefix 'a-b'"));
  EXPECT_TRUE(has(refusal(url, {.prefix = std::string(33, 'a')}), "up to 32"));
}

TEST_P(Open, NeedsItsSchema) {
  EXPECT_TRUE(has(refusal(server_.url(), {.migrate = false, .prefix = "none_"}), "has schema 0 and needs 1"));
  ServerHouse house(server_);
  house.open();
  house.edit("UPDATE allot_meta SET value = '99' WHERE name = 'schema'");
  EXPECT_TRUE(has(refusal(server_.url(), {.prefix = house.prefix()}), "use a newer version of the program"));
}

TEST_P(Open, ManyAtOnceMigrateOnce) {
  ServerHouse house(server_);
  std::vector<std::future<std::unique_ptr<Ledger>>> opening;
  for (int i = 0; i < 6; ++i) {
    opening.push_back(std::async(std::launch::async, [&] { return house.open(EngineKind::kLedger); }));
  }
  for (auto& each : opening) EXPECT_NO_THROW(each.get()->join());
}

TEST_P(Open, PrefixesKeepLedgersApart) {
  ServerHouse one(server_);
  ServerHouse other(server_);
  const auto first = one.open();
  first->take_over(kStart);
  const auto second = other.open();
  EXPECT_NO_THROW(second->take_over(kStart)) << "an owner each";
  SaleDefinition definition;
  definition.pools = {{"red", 1}};
  Work work;
  work.steps.emplace_back(CreateStep{"s", definition, kStart, {}, {}});
  EXPECT_EQ(first->commit(work).result, CommitResult::kDone);
  EXPECT_EQ(second->reader()->sales("", 10).size(), 0U);
  EXPECT_EQ(one.open(EngineKind::kMemory)->reader()->sales("", 10).size(), 1U);
}

TEST_P(Open, OwnerThatIsGoneLeavesTheLedgerFree) {
  ServerHouse house(server_);
  house.open()->take_over(kStart);
  std::string trouble = "never tried";
  for (int i = 0; i < 500 && !trouble.empty(); ++i) {
    trouble = refusal(server_.url(), {.prefix = house.prefix()});
    if (trouble == "not refused") trouble.clear();
    std::this_thread::sleep_for(std::chrono::milliseconds(trouble.empty() ? 0 : 10));
  }
  EXPECT_EQ(trouble, "");
}

}  // namespace
}  // namespace allot::database
