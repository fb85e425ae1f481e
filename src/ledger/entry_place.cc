#include "ledger/entry_place.h"

namespace allot {
namespace {

constexpr EntryFate earlier_if(bool same) { return same ? EntryFate::kEarlier : EntryFate::kForked; }

}  // namespace

EntryFate place_entry(const Entry& entry, const EntryGround& ground,
                      const std::function<std::optional<std::uint64_t>()>& kept_nonce) {
  if (!ground.takes_entries || entry.epoch != ground.epoch) return EntryFate::kVoid;
  const EntryMark& mark = ground.mark;
  if (entry.seq == mark.seq + 1) {
    return !entry.prev || *entry.prev == mark.nonce ? EntryFate::kRecorded : EntryFate::kForked;
  }
  if (entry.seq > mark.seq) return EntryFate::kGap;
  if (entry.seq == mark.seq) return earlier_if(entry.nonce == mark.nonce);
  if (!entry.prev) return EntryFate::kEarlier;
  return earlier_if(kept_nonce() == entry.nonce);
}

}  // namespace allot
