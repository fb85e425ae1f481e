// For tests only: a commit whose outcome its caller does not learn.
#pragma once

#include <sqlite3.h>

namespace allot::sqlite {

/// Fails the COMMIT of the newest connection once, after it has taken effect.
class LateFailure {
 public:
  LateFailure() { sqlite3_auto_extension(reinterpret_cast<void (*)()>(remember)); }
  ~LateFailure() { sqlite3_cancel_auto_extension(reinterpret_cast<void (*)()>(remember)); }
  LateFailure(const LateFailure&) = delete;
  LateFailure& operator=(const LateFailure&) = delete;
  void arm() {
    sqlite3_wal_hook(
        newest_,
        [](void*, sqlite3* at, const char*, int) {
          sqlite3_wal_hook(at, nullptr, nullptr);
          return SQLITE_IOERR;
        },
        nullptr);
  }

 private:
  static int remember(sqlite3* opened, const char**, const void*) {
    newest_ = opened;
    return SQLITE_OK;
  }
  static inline sqlite3* newest_ = nullptr;
};

}  // namespace allot::sqlite
