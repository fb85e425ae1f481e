// Opening a ledger: URLs, files that are not one, and what a person is told.
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "ledger/sqlite/schema.h"
#include "ledger/sqlite/test_house.h"

namespace allot::sqlite {
namespace {

std::string failure(const std::string& url, bool migrate = true) {
  try {
    open_ledger(url, {.migrate = migrate})->take_over(kStart);
  } catch (const LedgerError& error) {
    return error.what();
  }
  return "no failure";
}

#define EXPECT_SAYS(text, part) EXPECT_NE((text).find(part), std::string::npos) << (text)

TEST(SqliteOpen, RefusesUrlsThatNameNoLedger) {
  EXPECT_SAYS(failure("sqlite:"), "names no file");
  EXPECT_SAYS(failure("sqlite:some/dir/"), "names no file");
  EXPECT_SAYS(failure("sqlite::memory:"), "must last");
  EXPECT_SAYS(failure("sqlite://host/ledger.db"), "names a host");
  EXPECT_SAYS(failure("ledger.db"), "has no scheme");
  EXPECT_SAYS(failure("ftp://x"), "unknown kind");
  for (const std::string scheme : {"postgresql://", "mysql://"}) {
    const std::string text = failure(scheme + "user:secret@127.0.0.1:1/db");
    EXPECT_SAYS(text, "cannot be reached");
    EXPECT_EQ(text.find("secret"), std::string::npos);
  }
}

TEST(SqliteOpen, AcceptsRelativeAndAbsolutePaths) {
  const SqliteHouse house;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(house.folder());
  EXPECT_EQ(failure("sqlite:relative.db"), "no failure");
  std::filesystem::current_path(before);
  EXPECT_TRUE(std::filesystem::exists(house.folder() + "/relative.db"));
  EXPECT_EQ(failure("sqlite://" + house.folder() + "/absolute.db"), "no failure");
  EXPECT_TRUE(std::filesystem::exists(house.folder() + "/absolute.db"));
}

TEST(SqliteOpen, SaysWhatIsWrongWithTheFile) {
  const SqliteHouse house;
  EXPECT_SAYS(failure("sqlite:" + house.folder() + "/none/ledger.db"), "does not exist; make it");
  EXPECT_SAYS(failure("sqlite:" + house.folder()), "is a directory");
  EXPECT_SAYS(failure("sqlite:" + house.file(), false), "--migrate auto");
  std::ofstream(house.file()) << std::string(5000, 'x');
  EXPECT_SAYS(failure("sqlite:" + house.file()), "is not a SQLite database");
}

TEST(SqliteOpen, SaysThatAFileIsDamaged) {
  SqliteHouse house;
  house.open()->take_over(kStart);
  std::fstream file(house.file(), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(100);
  file << std::string(16000, '\xA5');
  file.close();
  EXPECT_SAYS(failure("sqlite:" + house.file()), "is damaged");
}

// Gives root's rights up for a while.
class AsNobody {
 public:
  AsNobody() : was_(geteuid()) {
    if (was_ == 0) {
      EXPECT_EQ(seteuid(65534), 0);
    }
  }
  ~AsNobody() {
    if (was_ == 0) {
      EXPECT_EQ(seteuid(was_), 0);
    }
  }
  AsNobody(const AsNobody&) = delete;
  AsNobody& operator=(const AsNobody&) = delete;

 private:
  uid_t was_;
};

TEST(SqliteOpen, SaysThatPermissionIsMissing) {
  SqliteHouse house;
  house.open();
  std::filesystem::permissions(house.folder(), std::filesystem::perms::all);
  std::filesystem::permissions(house.file(), std::filesystem::perms::none);
  const AsNobody nobody;  // root may do everything
  EXPECT_SAYS(failure("sqlite:" + house.file()), "no permission");
}

TEST(SqliteOpen, RefusesOtherSchemasAndEngines) {
  SqliteHouse house;
  {
    const std::unique_ptr<Ledger> ledger = house.open();
    ledger->take_over(kStart);
    SaleDefinition definition;
    definition.pools = {{"red", 1}};
    Work work;
    work.steps.emplace_back(CreateStep{"s", definition, kStart, {}, {}});
    ASSERT_EQ(ledger->commit(work).result, CommitResult::kDone);
  }
  house.edit("UPDATE allot_meta SET value = 'redis' WHERE key = 'engine'");
  EXPECT_SAYS(failure("sqlite:" + house.file()), "belongs to the engine 'redis'");
  house.edit("UPDATE allot_meta SET value = '999' WHERE key = 'schema'");
  EXPECT_SAYS(failure("sqlite:" + house.file()), "use a newer version");
}

TEST(SqliteOpen, SaysThatAnotherProgramHoldsTheLock) {
  SqliteHouse house;
  house.open();
  Connection other = Connection::writer(house.file());
  other.execute("BEGIN IMMEDIATE");
  EXPECT_SAYS(failure("sqlite:" + house.file()), "is locked by another program");
}

TEST(SqliteOpen, NamesTheOwningProcessAndOutlivesIt) {
  SqliteHouse house;
  int ready[2];
  int finish[2];
  ASSERT_EQ(pipe(ready), 0);
  ASSERT_EQ(pipe(finish), 0);
  const pid_t child = fork();
  if (child == 0) {
    const std::unique_ptr<Ledger> ledger = house.open();
    ledger->take_over(kStart);
    char byte = 0;
    if (write(ready[1], &byte, 1) != 1 || read(finish[0], &byte, 1) != 1) _exit(1);
    _exit(0);  // as a crash would: nothing is closed
  }
  char byte = 0;
  ASSERT_EQ(read(ready[0], &byte, 1), 1);
  EXPECT_SAYS(failure("sqlite:" + house.file()), "(pid " + std::to_string(child) + ")");
  ASSERT_EQ(write(finish[1], &byte, 1), 1);
  int status = 0;
  waitpid(child, &status, 0);
  EXPECT_EQ(failure("sqlite:" + house.file()), "no failure");
}

TEST(SqliteOpen, IsAWriteAheadLogWithFullSync) {
  SqliteHouse house;
  house.open();
  Connection reader = Connection::reader(house.file());
  Statement mode(reader, "PRAGMA journal_mode");
  Rows row = mode.query();
  ASSERT_TRUE(row.next());
  EXPECT_EQ(row.text(0), "wal");
  EXPECT_THROW(reader.execute("DELETE FROM allot_meta"), SqliteError);
  EXPECT_EQ(stored_schema(reader), newest_schema());
}

}  // namespace
}  // namespace allot::sqlite
