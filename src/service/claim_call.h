// One batch of claims on its way through a lane.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "service/gate.h"

namespace allot {

/// Why a whole call was not decided by the engine.
enum class CallRefusal : std::uint8_t { kNone, kUnknownSale, kOverloaded };

/// Filled by a session, decided by a lane. Text in `batch.requests` may borrow from the session's input
/// until Service::claim returns; a lane that keeps the call longer makes it own its text first.
struct ClaimCall {
  std::string_view sale;
  ClaimBatch batch;
  std::vector<GatePtr> gates;  // per request: what its answer waits for, or null
  CallRefusal refusal = CallRefusal::kNone;
  bool parked = false;               // has waited for overdue holds once
  std::uint64_t tag = 0;             // the caller's own
  std::shared_ptr<const void> keep;  // what the decisions borrow from, if not from the batch

  void clear();
  /// Copies all borrowed text into the batch's arena.
  void own_text();
};

/// Whoever makes claim calls.
class ClaimClient : public Waiter {
 public:
  /// `call` is decided; its answers may be sent once their gates are open. Usually runs inside
  /// Service::claim, at times later on home().
  virtual void decided(ClaimCall& call) = 0;
};

}  // namespace allot
