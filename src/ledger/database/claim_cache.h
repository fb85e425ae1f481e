// Claims that a transaction has read, as they are now in it.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "ledger/database/claim_record.h"
#include "ledger/step.h"

namespace allot::database {

struct CachedClaim {
  ClaimRecord record;
  bool changed = false;  // and not yet written
};

/// References stay valid until clear().
class ClaimCache {
 public:
  void clear();
  /// The one that was there already stays: it may have changed since.
  CachedClaim& add(ClaimRecord record);
  CachedClaim* find(SaleUid uid, ClaimNo no);
  CachedClaim* find(SaleUid uid, const std::string& id);
  /// By number where there is one, else by id; with both, both must fit.
  CachedClaim* find(SaleUid uid, const ClaimKey& key);
  std::deque<CachedClaim>& all() { return claims_; }

 private:
  static std::uint64_t place(SaleUid uid, ClaimNo no) { return static_cast<std::uint64_t>(uid) << 32U | no; }

  std::deque<CachedClaim> claims_;
  boost::unordered_flat_map<std::uint64_t, CachedClaim*> by_no_;
  boost::unordered_flat_map<std::pair<SaleUid, std::string>, CachedClaim*> by_id_;
};

}  // namespace allot::database
