// The definition of a sale, and a sale as GET shows it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/claim.h"

namespace allot {

/// Name of the sale-wide cap in STOCK, restock and the ledger.
inline constexpr std::string_view kTotalPool = "*";

/// A sale as it was asked for, after defaults. Comparison is how PUT decides "just so";
/// pools are kept sorted by name.
struct SaleDefinition {
  std::vector<std::pair<std::string, std::int64_t>> pools;  // name, opening stock
  std::optional<std::int64_t> total;
  std::int64_t claims_per_user = 1;  // 0: no limit
  std::int64_t units_per_user = 0;   // 0: no limit
  Millis starts_at = 0;              // 0: at once
  Millis ends_at = 0;                // 0: never
  std::int64_t hold_seconds = 0;     // 0: accepted is confirmed at once
  bool versioned = false;
  bool operator==(const SaleDefinition&) const = default;
};

/// What PATCH changes; absent members stay.
struct SalePatch {
  std::optional<std::int64_t> if_version;
  std::optional<std::int64_t> claims_per_user;
  std::optional<std::int64_t> units_per_user;
  std::optional<Millis> starts_at;  // 0: cleared
  std::optional<Millis> ends_at;    // 0: cleared
  std::optional<std::int64_t> hold_seconds;
  std::vector<std::pair<std::string, std::int64_t>> pools;  // new ones only
};

/// The definition as it would be after the patch, with its pools in order; nothing is checked.
SaleDefinition patched(const SaleDefinition& before, const SalePatch& patch);

/// What the operator has set; not_started and ended follow from the clock.
enum class SaleSwitch : std::uint8_t { kOpen, kPaused, kClosed };

/// "open|paused|closed|not_started|ended", looked at in the order closed, not_started, ended, paused.
enum class SaleStatus : std::uint8_t { kOpen, kPaused, kClosed, kNotStarted, kEnded };

std::string_view sale_status_name(SaleStatus status) noexcept;
std::string_view sale_switch_name(SaleSwitch value) noexcept;

/// `starts_at` is inclusive, `ends_at` exclusive.
SaleStatus sale_status(SaleSwitch value, Millis starts_at, Millis ends_at, Millis now) noexcept;

/// stocked = left + held + confirmed, always.
struct PoolFigures {
  std::string pool;
  std::int64_t stocked = 0;
  std::int64_t left = 0;
  std::int64_t held = 0;
  std::int64_t confirmed = 0;
};

struct SaleView {
  std::string sale;
  SaleStatus status = SaleStatus::kOpen;
  std::int64_t version = 1;
  std::vector<PoolFigures> pools;
  std::optional<PoolFigures> total;
  SaleDefinition definition;  // as it is now, after PATCH
  std::vector<std::pair<std::string, std::int64_t>> hot_left;
  std::optional<std::int64_t> hot_total;
  bool loaded = true;
};

}  // namespace allot
