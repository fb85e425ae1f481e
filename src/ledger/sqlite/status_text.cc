#include "ledger/sqlite/status_text.h"

#include <string>

#include "ledger/ledger.h"
#include "ledger/sale_mode.h"

namespace allot::sqlite {
namespace {

[[noreturn]] void unknown_word(std::string_view column, std::string_view text) {
  throw LedgerError("the ledger has the unknown " + std::string(column) + " '" + std::string(text) +
                    "'; the file has been edited or damaged: restore a backup");
}

}  // namespace

SaleSwitch switch_from_text(std::string_view text) {
  if (text == "open") return SaleSwitch::kOpen;
  if (text == "paused") return SaleSwitch::kPaused;
  if (text == "closed" || text == kStatusDeleted) return SaleSwitch::kClosed;
  unknown_word("status of a sale", text);
}

ClaimState state_from_text(std::string_view text) {
  if (text == "confirmed") return ClaimState::kConfirmed;
  if (text == "held") return ClaimState::kHeld;
  if (text == "released") return ClaimState::kReleased;
  unknown_word("state of a claim", text);
}

SaleMode mode_from_text(std::string_view text) {
  if (const std::optional<SaleMode> mode = mode_of_word(text)) return *mode;
  unknown_word("mode of a sale", text);
}

}  // namespace allot::sqlite
