// What a credit changes, as text for the ledger's column, and back.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/credit.h"

namespace allot {

/// Numbers are decimal with a semicolon behind them, text has its length in bytes before it, so any bytes will do.
std::string credit_text(std::span<const CreditChange> changes);
/// Nothing: credit_text() has not written this.
std::optional<std::vector<CreditChange>> read_credit_text(std::string_view text);
/// What to tell when a kept credit cannot be read.
std::string unreadable_credit(SaleUid uid, std::uint64_t number);

}  // namespace allot
