// Words of the ledger's columns <-> enums. An unknown word means damage and throws LedgerError.
#pragma once

#include <string_view>

#include "core/sale.h"
#include "core/verdict.h"
#include "engine/snapshot.h"

namespace allot::database {

inline constexpr std::string_view kStatusDeleted = "deleted";

/// open, paused, closed; a deleted sale is closed.
SaleSwitch switch_of_word(std::string_view word);
/// held, confirmed, released.
ClaimState state_of_word(std::string_view word);
/// Of a live sale.
SaleMode mode_of_column(std::string_view word);

}  // namespace allot::database
