// How a claim is settled: confirm, release, extend, expire. Pure, so that every ledger decides alike.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "core/verdict.h"

namespace allot {

struct ClaimLine {
  std::string pool;
  std::int64_t units = 0;       // what the claim has; of a released claim: what it had at the end
  std::int64_t given_back = 0;  // by releases of single items
  bool operator==(const ClaimLine&) const = default;
};

/// The part of a claim's row that settling reads and changes.
struct ClaimBalance {
  ClaimState state = ClaimState::kConfirmed;
  Millis expires_at = 0;  // 0: no end
  std::string reason;
  std::vector<ClaimLine> lines;
  bool operator==(const ClaimBalance&) const = default;
};

struct Settlement {
  Verdict verdict = Verdict::kUnavailable;
  bool changed = false;  // `after` differs from what was given and must be written
  ClaimBalance after;
  std::string field;   // invalid: what is to blame
  std::string detail;  // invalid: a sentence
};

/// What the ledger knows about the id of a release of single items.
enum class EarlierRelease : std::uint8_t { kNone, kSame, kOther };

struct ReleaseOrder {
  std::string_view reason;
  bool confirmed = false;       // a confirmed claim may be released
  std::span<const Item> items;  // empty: all
  EarlierRelease earlier = EarlierRelease::kNone;
};

/// Verdicts: ok, already_released (a hold that has run out is released as "expired").
Settlement settle_confirm(const ClaimBalance& before, Millis now);
/// Verdicts: ok, already_confirmed, id_conflict, invalid (field, detail).
Settlement settle_release(const ClaimBalance& before, const ReleaseOrder& order, Millis now);
/// `seconds` from `now`, never to an earlier end. Verdicts: ok, already_confirmed, already_released.
Settlement settle_extend(const ClaimBalance& before, std::int64_t seconds, Millis now);
/// Released with reason "expired" if it is held and its end is at or before `now`. Verdict: ok.
Settlement settle_expire(const ClaimBalance& before, Millis now);

/// Signed movement of one pool.
struct PoolMove {
  std::string_view pool;  // borrowed from the balances
  std::int64_t taken = 0;
  std::int64_t confirmed = 0;
};
/// What a settlement moves in the pools of the claim's lines. REQUIRES: same lines in both.
std::vector<PoolMove> moves_between(const ClaimBalance& before, const ClaimBalance& after);

}  // namespace allot
