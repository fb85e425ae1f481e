// One statement over many rows of values, in a form that every dialect can write in its own way.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "ledger/database/value.h"

namespace allot::database {

/// Objects of this kind live as long as the program: connections keep what they have prepared by their address.
struct BulkSql {
  enum class Form : std::uint8_t {
    kInsert,  // of all columns into `text`, a table
    kUpdate,  // of the table `text`: the first `keys` columns say which row, the others are set
    kSelect,  // `text` has "{rows} JOIN" where the values stand, as a table named v with these columns
  };
  Form form = Form::kInsert;
  std::string_view text;
  std::span<const Column> columns;
  std::size_t keys = 0;
};

}  // namespace allot::database
