#include "ledger/sale_mode.h"

namespace allot {

std::string_view mode_word(SaleMode mode) {
  switch (mode) {
    case SaleMode::kHot: return "hot";
    case SaleMode::kLoading: return "loading";
    case SaleMode::kLedger: return "ledger";
  }
  return kModeOfDeleted;
}

std::optional<SaleMode> mode_of_word(std::string_view word) {
  for (const SaleMode mode : {SaleMode::kHot, SaleMode::kLoading, SaleMode::kLedger}) {
    if (word == mode_word(mode)) return mode;
  }
  return std::nullopt;
}

SaleMode first_mode(EngineKind engine) {
  switch (engine) {
    case EngineKind::kMemory: return SaleMode::kHot;
    case EngineKind::kRedis: return SaleMode::kLoading;
    case EngineKind::kLedger: return SaleMode::kLedger;
  }
  return SaleMode::kHot;
}

// What gives is the ledger's to decide, whoever decides what takes; so Redis sales are open to it in any mode.
bool works_in(EngineKind engine, SaleMode mode) { return engine == EngineKind::kRedis || mode == first_mode(engine); }

bool takes_entries(EngineKind engine, SaleMode mode) {
  switch (engine) {
    case EngineKind::kMemory:
    case EngineKind::kRedis: return mode == SaleMode::kHot;
    case EngineKind::kLedger: return mode == SaleMode::kLedger;
  }
  return false;
}

}  // namespace allot
