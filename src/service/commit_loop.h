// One transaction, committed until its fate is known.
#pragma once

#include <functional>
#include <string>

#include "ledger/ledger.h"

namespace allot {

struct CommitEvents {
  std::function<void(const std::string& why)> open;  // the outcome is unknown; called at each try
  std::function<void()> waited_long;                 // once: callers should be told that nobody knows
  std::function<bool()> is_stopping;
};

/// An unknown outcome is settled by committing the same work again, never by looking whether it is there. Returns
/// kUnknown only after a long wait, when the process is to end.
CommitOutcome commit_until_known(Ledger& ledger, Work& work, const CommitEvents& events);

}  // namespace allot
