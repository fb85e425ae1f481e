// The writes of an accepted claim: below this line nothing refuses.
#include <algorithm>
#include <cassert>

#include "engine/memory/memory_sale.h"

namespace allot {
namespace {

/// Bytes that one claim's row is likely to need in an entry's arena.
constexpr std::size_t kRowBytes = 128;
constexpr std::size_t kArenaBytesMax = 16U << 10U;

}  // namespace

void MemorySale::accept(ClaimBatch& batch, Ask& ask, std::string_view id) {
  if (!batch.entry) {
    const std::size_t rows = batch.requests.size();
    batch.entry = open_entry(std::min((rows + 1) * kRowBytes, kArenaBytesMax));
    batch.entry->claims.reserve(rows);
  }
  const bool held = definition_.hold_seconds != 0;
  Decision& decision = *ask.decision;
  decision.verdict = Verdict::kAccepted;
  decision.state = held ? ClaimState::kHeld : ClaimState::kConfirmed;
  decision.created_at = batch.now;
  decision.expires_at = held ? batch.now + definition_.hold_seconds * 1000 : 0;

  for (const TakenItem& item : taken_) pools_[item.pool].left -= item.units;
  if (pools_.total) pools_.total->left -= ask.units;
  if (definition_.versioned) ++version_;
  const ClaimNo no = record(ask, id, decision.state, batch.now, decision.expires_at);

  decision.claim = ask.request->id.empty() ? batch.arena.copy(id) : id;
  decision.items = ask.request->items;
  decision.left = left_of_asked(batch, ask);
  decision.version = version_;
  decision.rests_on = seq_;
  write_row(batch, ask, no, id);
}

ClaimNo MemorySale::record(const Ask& ask, std::string_view id, ClaimState state, Millis now, Millis expires_at) {
  const std::uint32_t user = ask.user != kNoRecord ? ask.user : users_.add(ask.request->user, ask.user_hash);
  users_[user].live_units += ask.units;
  ++users_[user].live_claims;
  const bool has_extra = !ask.request->ref.empty() || !ask.request->meta.empty();
  return add_claim(id, ask.id_hash, ask.request->if_version,
                   {.created_at = now, .expires_at = expires_at, .user = user, .state = state, .has_extra = has_extra});
}

/// Items are those in `taken_`.
ClaimNo MemorySale::add_claim(std::string_view id, std::uint64_t id_hash, std::optional<std::int64_t> if_version,
                              ClaimRecord record) {
  if (record.user != kNoRecord) record.previous = users_[record.user].newest;
  const ClaimNo no = claims_.add(id, id_hash, taken_, if_version, record);
  if (record.user != kNoRecord) users_[record.user].newest = no;
  if (record.state == ClaimState::kHeld && record.expires_at != 0) expiries_.push({record.expires_at, no});
  return no;
}

void MemorySale::write_row(ClaimBatch& batch, const Ask& ask, ClaimNo no, std::string_view id) {
  Arena& arena = batch.entry->arena;
  const ClaimRequest& request = *ask.request;
  const auto items = arena.array<ItemView>(request.items.size());
  for (std::size_t i = 0; i < items.size(); ++i) {
    items[i] = {arena.copy(request.items[i].pool), request.items[i].units};
  }
  batch.entry->claims.push_back({.no = number(no),
                                 .id = arena.copy(id),
                                 .user = arena.copy(request.user),
                                 .items = items,
                                 .ref = arena.copy(request.ref),
                                 .meta = arena.copy(request.meta),
                                 .if_version = request.if_version,
                                 .version = version_,
                                 .state = ask.decision->state,
                                 .created_at = batch.now,
                                 .expires_at = ask.decision->expires_at});
}

/// The next entry of the sale; remembers how things stand, so it must be called before the first write.
std::shared_ptr<Entry> MemorySale::open_entry(std::size_t arena_bytes) {
  auto entry = std::make_shared<Entry>();
  entry->uid = uid_;
  entry->epoch = epoch_;
  entry->seq = ++seq_;
  entry->nonce = next_random(nonce_state_);
  entry->arena = Arena(arena_bytes);
  unsettled_.push({.seq = entry->seq,
                   .nonce = entry->nonce,
                   .first_claim = claims_.size(),
                   .pools = pools_.size(),
                   .bytes = bytes_.size(),
                   .version = version_});
  return entry;
}

}  // namespace allot
