// What the doors may ask for, whoever decides behind it.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "core/answer.h"
#include "core/operation.h"
#include "service/claim_call.h"

namespace allot {

/// The sales of one ledger. Thread-safe. Failure: once it has started, everything is an answer.
class Service {
 public:
  virtual ~Service() = default;

  virtual void start() = 0;
  /// Commits what was taken on, answers what waits, ends the threads. Call after the doors are shut.
  virtual void stop() = 0;

  /// Decides the call's claims, all on call.sale, in order; see ClaimClient::decided.
  virtual void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) = 0;

  using Done = std::function<void(Answer)>;
  /// Carries out anything else; `done` runs on `home`, perhaps before this returns.
  virtual void call(Operation operation, Home& home, Done done) = 0;

  /// Claims can be decided and recorded.
  virtual bool ready() const = 0;
  /// Prometheus text format.
  virtual std::string metrics() = 0;
  /// Milliseconds since the epoch, by the clock that sales follow.
  virtual Millis now() const = 0;
};

}  // namespace allot
