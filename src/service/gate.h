// What an answer waits for: one entry reaching the ledger.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace allot {

enum class GateState : std::uint8_t {
  kWaiting,   // the entry is on its way
  kRecorded,  // it is in the ledger
  kNothing,   // it surely is not and never will be
  kUnknown,   // it may be; asking again by claim id tells
};

/// One per entry. Moves once from kWaiting (kUnknown may still become kRecorded or kNothing, too late
/// for those who were answered). Thread-safe.
class Gate {
 public:
  GateState state() const { return state_.load(std::memory_order_acquire); }
  void move(GateState to) { state_.store(to, std::memory_order_release); }

 private:
  std::atomic<GateState> state_{GateState::kWaiting};
};
using GatePtr = std::shared_ptr<Gate>;

/// A thread that takes work from others: an event loop.
class Home {
 public:
  virtual ~Home() = default;
  /// Runs the job on that thread, soon. Thread-safe; takes jobs until the loop ends.
  virtual void post(std::function<void()> job) = 0;
};

/// Somebody whose answers wait for gates.
class Waiter {
 public:
  virtual ~Waiter() = default;
  /// A gate that was waited for has moved. Called on home(), or on the ledger thread if there is none.
  virtual void settled() = 0;
  virtual Home* home() = 0;
};

}  // namespace allot
