// Where an entry belongs: pure, so that every ledger judges alike.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "engine/entry.h"
#include "ledger/step.h"

namespace allot {

/// The nonces of chained entries that a ledger keeps per sale, the newest ones, for whoever commits an old entry again.
inline constexpr std::uint64_t kEntryNoncesKept = 4096;

/// What an entry is held against: the sale's row as this transaction sees it.
struct EntryGround {
  bool takes_entries = false;  // the sale is live, and in the mode for it
  std::uint32_t epoch = 0;
  EntryMark mark;
};

/// What becomes of the entry; kRecorded: it is the next one, and is to be recorded now. `kept_nonce` looks up the nonce
/// that was recorded under the entry's number (nothing: no longer kept) and is asked only about an older entry that
/// names the one before it; others are told apart by their numbers alone.
EntryFate place_entry(const Entry& entry, const EntryGround& ground,
                      const std::function<std::optional<std::uint64_t>()>& kept_nonce);

/// Whether the entry is in the ledger, now or before.
constexpr bool is_recorded(EntryFate fate) { return fate == EntryFate::kRecorded || fate == EntryFate::kEarlier; }

}  // namespace allot
