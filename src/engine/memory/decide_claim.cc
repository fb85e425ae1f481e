// The checks of a claim, in the order of the verdicts. None of them changes anything.
#include <algorithm>
#include <charconv>

#include "core/limits.h"
#include "engine/memory/memory_sale.h"

namespace allot {
namespace {

/// What a claim is told when the sale is not open.
Verdict refusal_of(SaleStatus status) noexcept {
  switch (status) {
    case SaleStatus::kOpen: return Verdict::kAccepted;
    case SaleStatus::kPaused: return Verdict::kPaused;
    case SaleStatus::kClosed: return Verdict::kClosed;
    case SaleStatus::kNotStarted: return Verdict::kNotStarted;
    case SaleStatus::kEnded: return Verdict::kEnded;
  }
  return Verdict::kClosed;
}

}  // namespace

void MemorySale::decide(ClaimBatch& batch, std::function<void()> done) {
  const std::size_t count = batch.requests.size();
  batch.decisions.assign(count, Decision{});
  batch.entry = nullptr;
  const SaleStatus status = sale_status(switch_, definition_.starts_at, definition_.ends_at, batch.now);
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t block = std::min(kBlock, count - first);
    look_up_ahead(batch, first, block);
    accepting_ = false;
    for (std::size_t i = 0; i < block; ++i) {
      asks_[i].decision = &batch.decisions[first + i];
      decide_one(batch, asks_[i], status);
    }
  }
  if (batch.entry) batch.entry->version = version_;
  if (done) done();
}

void MemorySale::write_fresh_id(Ask& ask) const noexcept {
  char* const begin = ask.digits.data();
  const auto end = std::to_chars(begin, begin + ask.digits.size(), ask.request->fresh_id).ptr;
  ask.digits_used = static_cast<std::uint8_t>(end - begin);
  ask.id_hash = hash_(ask.fresh_id());
}

/// With millions of claims each index slot is a miss to memory; asked for together they overlap.
void MemorySale::look_up_ahead(const ClaimBatch& batch, std::size_t first, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    const ClaimRequest& request = batch.requests[first + i];
    Ask& ask = asks_[i];
    ask = Ask{.request = &request, .user_hash = hash_(request.user)};
    __builtin_prefetch(users_.first_look(ask.user_hash));
    if (request.id.empty() && !accepting_) continue;  // an id is made only for who is accepted
    if (request.id.empty()) write_fresh_id(ask);
    if (!request.id.empty()) ask.id_hash = hash_(request.id);
    __builtin_prefetch(claims_.first_look(ask.id_hash));
  }
}

void MemorySale::decide_one(ClaimBatch& batch, Ask& ask, SaleStatus status) {
  const ClaimRequest& request = *ask.request;
  Decision& decision = *ask.decision;
  if (refused_by_id(batch, ask)) return;
  if (status != SaleStatus::kOpen) {
    decision.verdict = refusal_of(status);
    return;
  }
  if (refused_by_user(batch, ask)) return;
  if (refused_by_version(ask)) return;
  if (refused_by_pool(ask)) return;
  if (refused_by_stock(batch, ask)) return;

  decision.claim = request.id;
  if (batch.frozen || number(claims_.size()) >= limits::kClaimsPerSaleMax) return;  // unavailable
  std::string_view id = request.id;
  if (id.empty()) {
    if (ask.digits_used == 0) write_fresh_id(ask);
    id = ask.fresh_id();
    if (claims_.find(id, ask.id_hash) != kNoRecord) return;  // unavailable: the caller may ask again
  }
  // Nothing below can refuse.
  accepting_ = true;
  accept(batch, ask, id);
}

bool MemorySale::refused_by_id(ClaimBatch& batch, Ask& ask) {
  if (ask.request->id.empty()) {
    if (definition_.claims_per_user == 1) return false;
    ask.decision->verdict = Verdict::kInvalid;
    ask.decision->field = "id";
    ask.decision->detail = "an id is needed, because a user may have more than one claim in this sale";
    return true;
  }
  const ClaimNo no = claims_.find(ask.request->id, ask.id_hash);
  if (no == kNoRecord) return false;
  answer_known(batch, ask, no);
  return true;
}

/// A claim with this id exists: the answer is about that one, whatever the sale's state.
void MemorySale::answer_known(ClaimBatch& batch, Ask& ask, ClaimNo no) {
  const ClaimRecord& known = claims_[no];
  Decision& decision = *ask.decision;
  decision.rests_on = rests_on(no);
  const bool barred = known.user == kNoRecord;
  if (!barred && !same_content(ask, no)) {
    decision.verdict = Verdict::kIdConflict;
    return;
  }
  const bool ran_out = known.state == ClaimState::kHeld && known.expires_at != 0 && known.expires_at <= batch.now;
  const bool released = known.state == ClaimState::kReleased || ran_out;
  decision.verdict = released ? Verdict::kReleased : Verdict::kReplayed;
  decision.state = released ? ClaimState::kReleased : known.state;
  decision.claim = ask.request->id;
  decision.created_at = known.created_at;
  decision.expires_at = known.expires_at;
  decision.incomplete = known.has_extra && !released;
  const ClaimContent content = claims_.content(no);
  const auto items = batch.arena.array<ItemView>(content.size());
  for (std::size_t i = 0; i < content.size(); ++i) {
    items[i] = {batch.arena.copy(pools_.name(content[i].pool)), content[i].units};
  }
  decision.items = items;
}

/// User, if_version and the items in any order.
bool MemorySale::same_content(const Ask& ask, ClaimNo no) const {
  const ClaimContent content = claims_.content(no);
  if (users_.name(claims_[no].user) != ask.request->user) return false;
  if (content.if_version() != ask.request->if_version || content.size() != ask.request->items.size()) return false;
  return std::all_of(ask.request->items.begin(), ask.request->items.end(), [&](const ItemView& item) {
    const std::uint32_t pool = pools_.find(item.pool);
    for (std::size_t i = 0; i < content.size(); ++i) {
      if (content[i].pool == pool) return content[i].units == item.units;
    }
    return false;
  });
}

bool MemorySale::refused_by_user(ClaimBatch& batch, Ask& ask) {
  for (const ItemView& item : ask.request->items) ask.units += item.units;
  ask.user = users_.find(ask.request->user, ask.user_hash);
  const UserRecord nobody;
  const UserRecord& user = ask.user == kNoRecord ? nobody : users_[ask.user];
  Decision& decision = *ask.decision;
  if (definition_.claims_per_user != 0 && user.live_claims >= definition_.claims_per_user) {
    const ClaimNo newest = newest_live(ask.user);
    decision.verdict = Verdict::kAlreadyClaimed;
    decision.claim = batch.arena.copy(claims_.id(newest));
    decision.rests_on = rests_on(newest);
    return true;
  }
  if (definition_.units_per_user != 0 && user.live_units + ask.units > definition_.units_per_user) {
    decision.verdict = Verdict::kLimitReached;
    decision.remaining = std::max<std::int64_t>(definition_.units_per_user - user.live_units, 0);
    decision.rests_on = user.newest == kNoRecord ? 0 : rests_on(user.newest);
    return true;
  }
  return false;
}

ClaimNo MemorySale::newest_live(std::uint32_t user) const {
  ClaimNo no = users_[user].newest;
  while (claims_[no].state == ClaimState::kReleased) no = claims_[no].previous;
  return no;
}

bool MemorySale::refused_by_version(Ask& ask) const {
  if (!ask.request->if_version || *ask.request->if_version == version_) return false;
  ask.decision->verdict = Verdict::kVersionConflict;
  ask.decision->version = version_;
  return true;
}

bool MemorySale::refused_by_pool(Ask& ask) {
  taken_.clear();
  for (const ItemView& item : ask.request->items) {
    const std::uint32_t pool = pools_.find(item.pool);
    if (pool == kNoRecord) {
      ask.decision->verdict = Verdict::kUnknownPool;
      ask.decision->pool = item.pool;
      return true;
    }
    taken_.push_back({static_cast<std::uint16_t>(pool), static_cast<std::uint32_t>(item.units)});
  }
  return false;
}

bool MemorySale::refused_by_stock(ClaimBatch& batch, Ask& ask) {
  const bool pool_short =
      std::any_of(taken_.begin(), taken_.end(), [&](TakenItem item) { return pools_[item.pool].left < item.units; });
  const bool total_short = pools_.total && pools_.total->left < ask.units;
  if (!pool_short && !total_short) return false;
  ask.decision->verdict = Verdict::kSoldOut;
  ask.decision->left = left_of_asked(batch, ask);
  if (!pool_short) ask.decision->detail = "the sale's total is sold out";
  return true;
}

std::span<const PoolLeft> MemorySale::left_of_asked(ClaimBatch& batch, const Ask& ask) const {
  const auto left = batch.arena.array<PoolLeft>(taken_.size());
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    left[i] = {ask.request->items[i].pool, pools_[taken_[i].pool].shown()};
  }
  return left;
}

}  // namespace allot
