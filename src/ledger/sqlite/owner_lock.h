// One process per ledger: a lock on a file beside it, which the system drops when the process dies.
#pragma once

#include <string>

namespace allot::sqlite {

/// Not the database itself: closing any descriptor of that would drop SQLite's own locks.
class OwnerLock {
 public:
  /// Locks `path`-owner. Throws LedgerError, naming the owner, if another process has it.
  explicit OwnerLock(const std::string& path);
  ~OwnerLock();
  OwnerLock(const OwnerLock&) = delete;
  OwnerLock& operator=(const OwnerLock&) = delete;

 private:
  int descriptor_ = -1;
};

}  // namespace allot::sqlite
