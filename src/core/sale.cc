#include "core/sale.h"

#include <algorithm>

namespace allot {

std::string_view sale_status_name(SaleStatus status) noexcept {
  switch (status) {
    case SaleStatus::kOpen: return "open";
    case SaleStatus::kPaused: return "paused";
    case SaleStatus::kClosed: return "closed";
    case SaleStatus::kNotStarted: return "not_started";
    case SaleStatus::kEnded: return "ended";
  }
  return "closed";
}

std::string_view sale_switch_name(SaleSwitch value) noexcept {
  switch (value) {
    case SaleSwitch::kOpen: return "open";
    case SaleSwitch::kPaused: return "paused";
    case SaleSwitch::kClosed: return "closed";
  }
  return "closed";
}

SaleStatus sale_status(SaleSwitch value, Millis starts_at, Millis ends_at, Millis now) noexcept {
  if (value == SaleSwitch::kClosed) return SaleStatus::kClosed;
  if (starts_at != 0 && now < starts_at) return SaleStatus::kNotStarted;
  if (ends_at != 0 && now >= ends_at) return SaleStatus::kEnded;
  if (value == SaleSwitch::kPaused) return SaleStatus::kPaused;
  return SaleStatus::kOpen;
}

SaleDefinition patched(const SaleDefinition& before, const SalePatch& patch) {
  SaleDefinition after = before;
  if (patch.claims_per_user) after.claims_per_user = *patch.claims_per_user;
  if (patch.units_per_user) after.units_per_user = *patch.units_per_user;
  if (patch.starts_at) after.starts_at = *patch.starts_at;
  if (patch.ends_at) after.ends_at = *patch.ends_at;
  if (patch.hold_seconds) after.hold_seconds = *patch.hold_seconds;
  after.pools.insert(after.pools.end(), patch.pools.begin(), patch.pools.end());
  std::sort(after.pools.begin(), after.pools.end());
  return after;
}

}  // namespace allot
