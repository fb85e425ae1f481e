#include <sqlite3.h>

#include <cstring>

#include "ledger/sqlite/faulty_files.h"

namespace allot::sqlite {
namespace {

struct Plan {
  int write_code = SQLITE_OK;
  int write_skip = 0;
  int write_count = 0;
  int sync_code = SQLITE_OK;
  int sync_count = 0;
  int syncs = 0;
};

Plan plan;
sqlite3_vfs faulty;
sqlite3_vfs* real = nullptr;
// The database itself and the files beside it have different functions for locks, the same for reads and writes.
const sqlite3_io_methods* real_methods = nullptr;
sqlite3_io_methods main_methods;
sqlite3_io_methods other_methods;

int write(sqlite3_file* file, const void* from, int size, sqlite3_int64 at) {
  if (plan.write_count > 0) {
    if (plan.write_skip > 0) {
      --plan.write_skip;
    } else {
      --plan.write_count;
      return plan.write_code;
    }
  }
  return real_methods->xWrite(file, from, size, at);
}

int sync(sqlite3_file* file, int flags) {
  ++plan.syncs;
  const int code = real_methods->xSync(file, flags);
  if (plan.sync_count == 0) return code;
  --plan.sync_count;
  return plan.sync_code;
}

// The real file stays what it is; only its table of functions is exchanged.
int open(sqlite3_vfs*, sqlite3_filename name, sqlite3_file* file, int flags, int* out_flags) {
  const int code = real->xOpen(real, name, file, flags, out_flags);
  if (code != SQLITE_OK || file->pMethods == nullptr) return code;
  real_methods = file->pMethods;
  sqlite3_io_methods& methods = (flags & SQLITE_OPEN_MAIN_DB) != 0 ? main_methods : other_methods;
  methods = *real_methods;
  methods.xWrite = write;
  methods.xSync = sync;
  file->pMethods = &methods;
  return code;
}

}  // namespace

FaultyFiles::FaultyFiles() {
  sqlite3_initialize();
  plan = {};
  real = sqlite3_vfs_find(nullptr);
  faulty = *real;
  faulty.zName = "allot-faulty";
  faulty.xOpen = open;
  sqlite3_vfs_register(&faulty, 1);
}

FaultyFiles::~FaultyFiles() {
  sqlite3_vfs_unregister(&faulty);
  sqlite3_vfs_register(real, 1);
}

void FaultyFiles::fail_writes(int code, int skip, int count) {
  plan.write_code = code;
  plan.write_skip = skip;
  plan.write_count = count;
}

void FaultyFiles::fail_syncs(int code, int count) {
  plan.sync_code = code;
  plan.sync_count = count;
}

void FaultyFiles::heal() {
  plan.write_count = 0;
  plan.sync_count = 0;
}

int FaultyFiles::syncs() const { return plan.syncs; }

}  // namespace allot::sqlite
