// Time comes in through an object that is passed.
#pragma once

#include <atomic>
#include <chrono>

#include "core/claim.h"

namespace allot {

/// Thread-safe.
class Clock {
 public:
  virtual ~Clock() = default;
  /// Milliseconds since the Unix epoch; may be set back by an administrator.
  virtual Millis now() const = 0;
};

class SystemClock final : public Clock {
 public:
  Millis now() const override {
    using namespace std::chrono;
    return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
  }
};

/// For tests: stands still until it is told otherwise.
class ManualClock final : public Clock {
 public:
  explicit ManualClock(Millis start) : now_(start) {}
  Millis now() const override { return now_; }
  void set(Millis now) { now_ = now; }
  void advance(Millis by) { now_ += by; }

 private:
  std::atomic<Millis> now_;
};

}  // namespace allot
