// A column of a batch as one array parameter in PostgreSQL's binary format.
#pragma once

#include <string>

#include "ledger/database/value.h"

namespace allot::postgres {

/// bigint[] or text[], of one dimension.
std::string array_bytes(const database::Batch& batch, std::size_t column, database::Column::Type type);

}  // namespace allot::postgres
