// Words of the ledger's columns <-> enums. An unknown word means damage and throws LedgerError.
#pragma once

#include <string_view>

#include "core/sale.h"
#include "core/verdict.h"
#include "engine/snapshot.h"

namespace allot::sqlite {

inline constexpr std::string_view kStatusDeleted = "deleted";

/// open, paused, closed; a deleted sale is closed.
SaleSwitch switch_from_text(std::string_view text);
/// held, confirmed, released.
ClaimState state_from_text(std::string_view text);
/// Of a live sale.
SaleMode mode_from_text(std::string_view text);

}  // namespace allot::sqlite
