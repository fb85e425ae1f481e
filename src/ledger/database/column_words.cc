#include "ledger/database/column_words.h"

#include <string>

#include "ledger/ledger.h"
#include "ledger/sale_mode.h"

namespace allot::database {
namespace {

[[noreturn]] void unknown_word(std::string_view column, std::string_view word) {
  throw LedgerError("the ledger has the unknown " + std::string(column) + " '" + std::string(word) +
                    "'; its tables have been edited or damaged: restore a backup");
}

}  // namespace

SaleSwitch switch_of_word(std::string_view word) {
  if (word == "open") return SaleSwitch::kOpen;
  if (word == "paused") return SaleSwitch::kPaused;
  if (word == "closed" || word == kStatusDeleted) return SaleSwitch::kClosed;
  unknown_word("status of a sale", word);
}

ClaimState state_of_word(std::string_view word) {
  if (word == "confirmed") return ClaimState::kConfirmed;
  if (word == "held") return ClaimState::kHeld;
  if (word == "released") return ClaimState::kReleased;
  unknown_word("state of a claim", word);
}

SaleMode mode_of_column(std::string_view word) {
  if (const std::optional<SaleMode> mode = mode_of_word(word)) return *mode;
  unknown_word("mode of a sale", word);
}

}  // namespace allot::database
