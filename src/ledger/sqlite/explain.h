// SQLite's failures as sentences that say what to do.
#pragma once

#include <string>

#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

std::string explain(const SqliteError& error, const std::string& path);
/// Why `path` cannot be opened or made, from what the file system says.
std::string explain_cannot_open(const std::string& path, const std::string& reason);

}  // namespace allot::sqlite
