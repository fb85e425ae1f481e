// A SQLite ledger in a directory of its own, and a way to look into it or to damage it.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>

#include "ledger/contract_fixture.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

class SqliteHouse final : public LedgerHouse {
 public:
  SqliteHouse() {
    std::string name = (std::filesystem::temp_directory_path() / "allot-ledger-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
    folder_ = name;
  }
  ~SqliteHouse() override {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
  }
  std::unique_ptr<Ledger> open(EngineKind engine = EngineKind::kMemory) override {
    return open_ledger("sqlite:" + file(), {.engine = engine});
  }

  std::string file() const { return folder_ + "/ledger.db"; }
  const std::string& folder() const { return folder_; }
  /// With the checks of the schema off.
  void edit(std::string_view sql) const override {
    Connection connection = Connection::writer(file());
    connection.execute("PRAGMA ignore_check_constraints = 1");
    connection.execute(std::string(sql).c_str());
  }

 private:
  std::string folder_;
};

/// Parameter of the suites that every ledger passes, and its name in the test's.
inline auto house_makers() {
  return testing::Values([]() -> std::unique_ptr<LedgerHouse> { return std::make_unique<SqliteHouse>(); });
}
inline std::string house_name(const testing::TestParamInfo<LedgerContract::ParamType>&) { return "house"; }

}  // namespace allot::sqlite
