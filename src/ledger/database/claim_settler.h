// Confirm, release, extend, expire: reads claims in bulk, lets settle.h decide, writes in bulk what changed.
#pragma once

#include <span>

#include "ledger/database/claim_cache.h"
#include "ledger/database/item_releases.h"
#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class ClaimSettler {
 public:
  ClaimSettler(Connection& connection, TouchedSales& sales)
      : connection_(connection), sales_(sales), releases_(connection) {}

  void begin();
  /// Reads what these steps will settle. REQUIRES: claims of earlier steps are in the ledger.
  void prefetch(std::span<const Step> steps);

  // REQUIRES: the step has been prefetched.
  void settle(ConfirmStep& step);
  void settle(ReleaseStep& step);
  void settle(ExtendStep& step);
  void settle(ExpireStep& step);

  /// Releases holds of the sale whose end is at or before `now`, the earliest first, at most `limit`.
  /// REQUIRES: everything before is in the ledger.
  struct Expired {
    std::size_t released = 0;
    bool more = false;
  };
  Expired release_overdue(TouchedSale& sale, Millis now, std::size_t limit);
  /// Writes what has changed.
  void flush();

 private:
  struct Found {
    TouchedSale* sale = nullptr;
    CachedClaim* claim = nullptr;
  };
  // Nothing: the verdict says what is unknown.
  std::optional<Found> find(const ClaimKey& key, Verdict& verdict);
  void apply(const Found& found, const Settlement& settlement);

  Connection& connection_;
  TouchedSales& sales_;
  ClaimCache claims_;
  ItemReleases releases_;
};

}  // namespace allot::database
