// One owner per ledger, or many sharers: a lock on a file beside it, which the system drops when the process dies.
#pragma once

#include <string>

namespace allot::sqlite {

/// Not the database itself: closing any descriptor of that would drop SQLite's own locks.
class OwnerLock {
 public:
  enum class Kind { kAlone, kShared };
  /// Locks `path`-owner. Throws LedgerError, naming the owner, if another process has it in a way that does not fit.
  OwnerLock(const std::string& path, Kind kind);
  ~OwnerLock();
  OwnerLock(const OwnerLock&) = delete;
  OwnerLock& operator=(const OwnerLock&) = delete;

 private:
  [[noreturn]] void refuse(const std::string& path, int code) const;

  int descriptor_ = -1;
};

}  // namespace allot::sqlite
