// Telling those who wait.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "service/gate.h"

namespace allot {

/// A waiter that is no connection: runs `ready` when the gate has moved.
std::shared_ptr<Waiter> run_when_moved(GatePtr gate, std::function<void(GateState)> ready);

/// One wake-up per event loop, however many connections wait there. Empties the list.
void wake(std::vector<std::shared_ptr<Waiter>>& waiters);

}  // namespace allot
