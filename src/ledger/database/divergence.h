// What must not be committed.
#pragma once

#include <stdexcept>

namespace allot::database {

/// Hot state and ledger contradict each other; the transaction must be rolled back.
class Divergence : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The ledger belongs to another engine by now: this process has no business with it any more.
class Displaced : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace allot::database
