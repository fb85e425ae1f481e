// A restriction that is decided in the ledger's transaction.
#pragma once

#include <memory>
#include <string>

#include "engine/engine.h"
#include "ledger/step.h"

namespace allot {

/// The order and the text that it borrows.
struct SharedOrder {
  std::string sale;
  std::string claim;    // id that a bar looks at; else empty
  std::string restock;  // id of a restock; else empty
  std::string pool;     // of a restock
  std::string reason;   // of a bar
  HotOrder order;       // in: `what`; out: the answer
};

/// Each call of `decide` answers `order` anew.
DecideStep order_step(std::shared_ptr<SharedOrder> order, Engine& engine);

}  // namespace allot
