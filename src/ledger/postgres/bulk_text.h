// Statements over many rows, as PostgreSQL writes them: every column is one array.
#pragma once

#include <string>

#include "ledger/database/bulk_sql.h"

namespace allot::postgres {

/// With `?` for the arrays.
std::string bulk_text(const database::BulkSql& sql);

}  // namespace allot::postgres
