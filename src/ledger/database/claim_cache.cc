#include "ledger/database/claim_cache.h"

namespace allot::database {

void ClaimCache::clear() {
  by_no_.clear();
  by_id_.clear();
  claims_.clear();
}

CachedClaim& ClaimCache::add(ClaimRecord record) {
  const std::uint64_t at = place(record.uid, record.no);
  if (const auto found = by_no_.find(at); found != by_no_.end()) return *found->second;
  CachedClaim& cached = claims_.emplace_back(CachedClaim{std::move(record)});
  by_no_.emplace(at, &cached);
  by_id_.emplace(std::pair(cached.record.uid, cached.record.claim.id), &cached);
  return cached;
}

CachedClaim* ClaimCache::find(SaleUid uid, ClaimNo no) {
  const auto found = by_no_.find(place(uid, no));
  return found == by_no_.end() ? nullptr : found->second;
}

CachedClaim* ClaimCache::find(SaleUid uid, const std::string& id) {
  const auto found = by_id_.find(std::pair(uid, id));
  return found == by_id_.end() ? nullptr : found->second;
}

CachedClaim* ClaimCache::find(SaleUid uid, const ClaimKey& key) {
  if (!key.no) return find(uid, key.id);
  CachedClaim* claim = find(uid, *key.no);
  if (claim != nullptr && !key.id.empty() && claim->record.claim.id != key.id) return nullptr;
  return claim;
}

}  // namespace allot::database
