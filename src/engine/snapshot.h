// One consistent picture of a sale in the ledger, from which hot state is rebuilt.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "engine/entry.h"

namespace allot {

struct PoolState {
  std::string pool;
  std::int64_t stocked = 0;
  std::int64_t taken = 0;  // held + confirmed
  std::int64_t confirmed = 0;
};

/// Who decides: a hot copy; nobody, while a hot copy is loaded; the ledger itself.
enum class SaleMode : std::uint8_t { kHot, kLoading, kLedger };

struct SaleState {
  SaleUid uid = 0;
  std::string sale;
  std::uint32_t epoch = 0;
  std::uint64_t seq = 0;        // last entry applied in this epoch
  std::uint64_t credit_no = 0;  // last credit numbered
  std::int64_t version = 1;
  SaleSwitch switched = SaleSwitch::kOpen;
  SaleDefinition definition;        // as it is now
  SaleDefinition first_definition;  // as PUT gave it
  std::vector<PoolState> pools;     // in the definition's order, without the total
  std::optional<PoolState> total;
  ClaimNo claims = 0;  // number of the next claim
  SaleMode mode = SaleMode::kHot;
  EntryMark mark;            // last entry applied in this epoch
  std::uint64_t token = 0;   // of the load that began this epoch
  std::uint32_t shards = 1;  // of the hot copy, as that load has made them
  bool partial = false;      // not all claims go with it, only those that a decision needs
  std::vector<RestockChange> restocks;
};

/// A claim's row. Text is borrowed until the next call of ClaimSource::next.
struct StoredClaim {
  ClaimNo no = 0;
  std::string_view id;
  std::string_view user;  // empty: barred id
  ClaimState state = ClaimState::kConfirmed;
  std::optional<std::int64_t> if_version;
  std::int64_t version = 0;
  Millis created_at = 0;
  Millis expires_at = 0;
  bool has_extra = false;  // ref or meta is set
  struct Line {
    std::string_view pool;
    std::int64_t units = 0;       // what is still the claim's (released claims: 0)
    std::int64_t given_back = 0;  // units + given_back = what was taken
  };
  std::vector<Line> items;
};

/// Reads a sale's claims in the order of their numbers, without gaps.
class ClaimSource {
 public:
  virtual ~ClaimSource() = default;
  /// False at the end. Throws LedgerError when the ledger cannot be read.
  virtual bool next(StoredClaim& claim) = 0;
};

}  // namespace allot
