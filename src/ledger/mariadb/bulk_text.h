// Statements over many rows, as MariaDB and MySQL write them: for a fixed number of rows each.
#pragma once

#include <cstddef>
#include <string>

#include "ledger/database/bulk_sql.h"

namespace allot::mariadb {

/// With `?` for the values, row by row.
std::string bulk_text(const database::BulkSql& sql, std::size_t rows);

}  // namespace allot::mariadb
