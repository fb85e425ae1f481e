// A claim's row as an engine loads it.
#pragma once

#include <string_view>

#include "engine/snapshot.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// The columns that read_stored() takes, in its order.
#define ALLOT_STORED_COLUMNS                                             \
  "key, id, buyer, state, if_version, version, created_at, expires_at, " \
  "ref IS NOT NULL OR meta IS NOT NULL, pool, units, given_back"

StoredClaim::Line stored_line(ClaimState state, std::string_view pool, std::int64_t units, std::int64_t given_back);
/// All but the claim's further lines. Text is borrowed from the row. Returns the key.
std::int64_t read_stored(const Rows& row, StoredClaim& claim);

}  // namespace allot::sqlite
