// The numbered SQL files of src/ledger/sql, compiled in.
#pragma once

#include <string_view>
#include <vector>

namespace allot {

struct Migration {
  std::string_view dialect;  // folder: "sqlite"
  int number = 0;            // from the file's name, from 1 without gaps per dialect
  std::string_view name;     // file name, for messages
  std::string_view sql;
};

/// All dialects, sorted by dialect and number.
const std::vector<Migration>& migrations();

}  // namespace allot
