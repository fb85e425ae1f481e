// What the mode of a sale allows, and its word in the ledger's column.
#pragma once

#include <optional>
#include <string_view>

#include "engine/snapshot.h"
#include "ledger/ledger.h"

namespace allot {

/// A deleted sale has no mode but this word.
inline constexpr std::string_view kModeOfDeleted = "none";

std::string_view mode_word(SaleMode mode);
/// Nothing: a deleted sale's word, or none at all.
std::optional<SaleMode> mode_of_word(std::string_view word);

/// In which mode a sale begins.
SaleMode first_mode(EngineKind engine);
/// Whether processes with this engine may change a sale in this mode.
bool works_in(EngineKind engine, SaleMode mode);
/// Whether the sale's entries are recorded in this mode.
bool takes_entries(EngineKind engine, SaleMode mode);

}  // namespace allot
