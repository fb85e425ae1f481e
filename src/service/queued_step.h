// A step on its way to the ledger.
#pragma once

#include <functional>

#include "ledger/ledger.h"

namespace allot {

/// A step of the ledger's own, and who wants to know. `done` runs on the ledger thread, after credits are
/// applied: with kDone the step carries its verdict, otherwise it has none.
struct QueuedStep {
  Step step;
  std::function<void(Step&, CommitResult)> done;
};

}  // namespace allot
