// What comes back from an Operation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "core/verdict.h"

namespace allot {

/// Whether an unavailable call can have happened.
enum class Outcome : std::uint8_t { kNone, kUnknown };

struct SaleList {
  std::vector<std::pair<std::string, SaleStatus>> sales;
  std::string next;  // empty: null
};
struct ClaimList {
  std::vector<Claim> claims;
  std::string next;      // empty: null
  bool of_user = false;  // then both of these are shown, null for no limit
  std::optional<std::int64_t> remaining_claims;
  std::optional<std::int64_t> remaining_units;
};
struct StockList {
  std::vector<std::pair<std::string, std::int64_t>> pools;
};
struct RestockDone {
  std::string pool;
  std::int64_t left = 0;
  std::int64_t version = 0;
  bool replayed = false;
};
struct VersionIs {  // pause, resume, close, patch, version_conflict
  std::int64_t version = 0;
};
struct AuditReport {
  std::int64_t pools = 0;
  std::int64_t claims = 0;
  std::vector<std::string> findings;
};

struct Answer {
  Verdict verdict = Verdict::kUnavailable;
  std::string field;
  std::string detail;
  Outcome outcome = Outcome::kNone;  // unavailable
  std::int64_t retry_after_ms = 0;   // overloaded, unavailable
  Millis now = 0;                    // refusals
  std::variant<std::monostate, Claim, SaleView, SaleList, ClaimList, StockList, RestockDone, VersionIs, AuditReport>
      body;
};

}  // namespace allot
