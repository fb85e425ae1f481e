// A claim as everybody sees it (INTERFACE: "Claim object"), and what asks for one.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdict.h"

namespace allot {

/// Milliseconds since the Unix epoch, UTC. Never a duration.
using Millis = std::int64_t;

struct Item {
  std::string pool;
  std::int64_t units = 0;
  bool operator==(const Item&) const = default;
};

struct ItemView {
  std::string_view pool;
  std::int64_t units = 0;
};

/// What is left of one pool after a decision.
struct PoolLeft {
  std::string_view pool;
  std::int64_t left = 0;
};

/// Owning claim object. `expires_at` 0: null. Empty reason, ref, meta, team: null.
struct Claim {
  std::string sale;
  std::string id;
  std::string user;
  ClaimState state = ClaimState::kConfirmed;
  std::string reason;
  std::vector<Item> items;
  std::string ref;
  std::string meta;  // JSON text
  std::string team;
  Millis created_at = 0;
  Millis expires_at = 0;
};

/// A claim that somebody asks for; all text is borrowed. REQUIRES: values checked by admission,
/// items summed per pool (first appearance decides the order).
struct ClaimRequest {
  std::string_view id;  // empty: the server makes one from `fresh_id`
  std::string_view user;
  std::span<const ItemView> items;
  std::optional<std::int64_t> if_version;
  std::string_view ref;
  std::string_view meta;
  std::uint64_t fresh_id = 0;  // 63-bit, time-ordered, used only when `id` is empty
};

/// What was decided about one ClaimRequest. Text is borrowed from the batch.
struct Decision {
  Verdict verdict = Verdict::kUnavailable;
  ClaimState state = ClaimState::kConfirmed;
  bool incomplete = false;          // ref or meta exist and must be read from the ledger (replays)
  std::string_view claim;           // accepted, replayed, released, already_claimed
  std::span<const ItemView> items;  // accepted, replayed: as first answered
  std::span<const PoolLeft> left;   // accepted, sold_out: per pool asked for
  std::string_view pool;            // unknown_pool: its name
  std::string_view field;           // invalid: what is to blame
  std::string_view detail;          // invalid, sold_out by the total: why
  Millis created_at = 0;
  Millis expires_at = 0;
  std::int64_t version = 0;    // accepted, version_conflict
  std::int64_t remaining = 0;  // limit_reached
  std::uint64_t rests_on = 0;  // number of the entry that must be in the ledger first; 0: none
};

}  // namespace allot
