// Hot copies of the sales that a ledger's processes share, where the engine keeps some.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "ledger/ledger.h"
#include "reconcile/compare.h"
#include "service/claim_call.h"
#include "service/shared/order_step.h"

namespace allot {

/// Takes over what is decided hot; everything else stays with the ledger. Thread-safe.
class HotCopies {
 public:
  virtual ~HotCopies() = default;

  virtual void start() = 0;
  virtual void stop() = 0;
  /// The call's claims, in order; see ClaimClient::decided.
  virtual void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) = 0;
  /// `ready` runs when the order's answer is known and rests on the ledger; order->order carries it.
  virtual void order(const std::shared_ptr<SharedOrder>& order, std::function<void(GateState)> ready) = 0;
  /// Runs when what the ledger has given back in this sale is hot; false: that cannot be told in time.
  virtual void when_credited(const std::string& sale, std::function<void(bool)> ready) = 0;
  /// Nothing: it cannot be told now.
  virtual void stock(const std::string& sale, std::function<void(std::optional<HotFigures>)> ready) = 0;
  /// A transaction is in the ledger. On the ledger thread, before anybody is told.
  virtual void recorded(Work& work) = 0;
  /// The sale of this name has been deleted.
  virtual void dropped(const std::string& sale) = 0;
  /// Claims can be decided.
  virtual bool ready() const = 0;
  /// Lines for the metrics.
  virtual std::string metrics() const = 0;
};

}  // namespace allot
