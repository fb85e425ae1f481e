#include "ledger/sqlite/explain.h"

#include <unistd.h>

#include <filesystem>

namespace allot::sqlite {
namespace fs = std::filesystem;

namespace {

std::string ledger(const std::string& path) { return "the ledger " + path + " "; }

}  // namespace

std::string explain_cannot_open(const std::string& path, const std::string& reason) {
  std::error_code ignored;
  const fs::path file(path);
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const std::string cannot = ledger(path) + "cannot be opened: ";
  if (fs::is_directory(file, ignored)) return cannot + "it is a directory; name a file in it";
  if (!fs::exists(folder, ignored)) {
    return cannot + "the directory " + folder.string() + " does not exist; make it, or name another";
  }
  if (!fs::is_directory(folder, ignored)) return cannot + folder.string() + " is not a directory";
  if (fs::exists(file, ignored) && eaccess(path.c_str(), R_OK | W_OK) != 0) {
    return cannot + "this user has no permission to read and write it; change its owner or mode";
  }
  if (eaccess(folder.c_str(), W_OK | X_OK) != 0) {
    return cannot + "this user may not write into the directory " + folder.string() + "; change its owner or mode";
  }
  return cannot + reason;
}

std::string explain(const SqliteError& error, const std::string& path) {
  switch (error.primary()) {
    case SQLITE_NOTADB: return ledger(path) + "is not a SQLite database; move the file away, or name another one";
    case SQLITE_CORRUPT:
      return ledger(path) + "is damaged (" + error.what() + "); move the file away and restore a backup";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return ledger(path) + "is locked by another program; close whatever has it open and try again";
    case SQLITE_FULL: return ledger(path) + "cannot grow: the disk is full; make room and try again";
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY: return explain_cannot_open(path, error.what());
    default:
      return ledger(path) + "cannot be used: " + error.what() + " (SQLite error " + std::to_string(error.code()) + ")";
  }
}

}  // namespace allot::sqlite
