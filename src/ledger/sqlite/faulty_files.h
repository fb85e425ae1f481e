// Makes writes and syncs of SQLite's files fail on demand, for tests of what a commit then says.
#pragma once

namespace allot::sqlite {

/// While one exists, every SQLite file opened goes through it. Not thread-safe.
class FaultyFiles {
 public:
  FaultyFiles();
  ~FaultyFiles();
  FaultyFiles(const FaultyFiles&) = delete;
  FaultyFiles& operator=(const FaultyFiles&) = delete;

  /// The next `count` writes after `skip` ones answer `code`, e.g. SQLITE_FULL.
  void fail_writes(int code, int skip = 0, int count = 1);
  /// The next `count` syncs answer `code`, after they have been done.
  void fail_syncs(int code, int count = 1);
  void heal();
  /// Syncs since it was made.
  int syncs() const;
};

}  // namespace allot::sqlite
