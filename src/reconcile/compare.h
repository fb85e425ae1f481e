// Hot state against the ledger's prefix; pure.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/entry.h"
#include "engine/snapshot.h"

namespace allot {

/// A sale as the engine has it, and what it has decided beyond the ledger.
struct HotFigures {
  std::vector<std::pair<std::string, std::int64_t>> left;
  std::optional<std::int64_t> total_left;
  std::vector<std::shared_ptr<const Entry>> outbox;  // decided, not in the ledger
};

/// Sentences, one per difference; empty when hot left = ledger left - what the outbox takes.
/// REQUIRES: `state` is the ledger exactly before the first entry of the outbox, and no credit is on its way.
std::vector<std::string> compare(const HotFigures& hot, const SaleState& state);

}  // namespace allot
