#include "ledger/settle.h"

#include <algorithm>

namespace allot {
namespace {

constexpr std::string_view kExpired = "expired";
constexpr Millis kMillisPerSecond = 1000;

bool hold_is_over(const ClaimBalance& claim, Millis now) {
  return claim.state == ClaimState::kHeld && claim.expires_at != 0 && claim.expires_at <= now;
}

Settlement unchanged(const ClaimBalance& before, Verdict verdict) { return {verdict, false, before, {}, {}}; }

// Lines keep their units: they say what the claim had when it ended, and a released state makes them count for nothing.
Settlement released(const ClaimBalance& before, std::string_view reason, Verdict verdict) {
  Settlement result{verdict, true, before, {}, {}};
  result.after.state = ClaimState::kReleased;
  result.after.reason = reason;
  return result;
}

Settlement refused(const ClaimBalance& before, std::size_t index, std::string_view member, std::string detail) {
  Settlement result = unchanged(before, Verdict::kInvalid);
  result.field = "items[" + std::to_string(index) + "]." + std::string(member);
  result.detail = std::move(detail);
  return result;
}

bool nothing_left(const ClaimBalance& claim) {
  return std::ranges::all_of(claim.lines, [](const ClaimLine& line) { return line.units == 0; });
}

// Items that name a pool twice add up, because each takes from what the one before it has left.
Settlement release_items(const ClaimBalance& before, const ReleaseOrder& order) {
  Settlement result{Verdict::kOk, true, before, {}, {}};
  for (std::size_t i = 0; i < order.items.size(); ++i) {
    const Item& item = order.items[i];
    const auto line = std::ranges::find(result.after.lines, item.pool, &ClaimLine::pool);
    if (line == result.after.lines.end()) {
      return refused(before, i, "pool", "the claim has nothing of the pool '" + item.pool + "'");
    }
    if (item.units < 1 || item.units > line->units) {
      return refused(before, i, "units",
                     "the claim has " + std::to_string(line->units) + " units of '" + item.pool + "' to give back");
    }
    line->units -= item.units;
    line->given_back += item.units;
  }
  if (nothing_left(result.after)) {
    result.after.state = ClaimState::kReleased;
    result.after.reason = order.reason;
  }
  return result;
}

}  // namespace

Settlement settle_confirm(const ClaimBalance& before, Millis now) {
  if (before.state == ClaimState::kReleased) return unchanged(before, Verdict::kAlreadyReleased);
  if (before.state == ClaimState::kConfirmed) return unchanged(before, Verdict::kOk);
  if (hold_is_over(before, now)) return released(before, kExpired, Verdict::kAlreadyReleased);
  Settlement result{Verdict::kOk, true, before, {}, {}};
  result.after.state = ClaimState::kConfirmed;
  result.after.expires_at = 0;
  return result;
}

Settlement settle_release(const ClaimBalance& before, const ReleaseOrder& order, Millis now) {
  if (order.earlier == EarlierRelease::kOther) return unchanged(before, Verdict::kIdConflict);
  if (before.state == ClaimState::kReleased) return unchanged(before, Verdict::kOk);
  if (hold_is_over(before, now)) return released(before, kExpired, Verdict::kOk);
  if (order.earlier == EarlierRelease::kSame) return unchanged(before, Verdict::kOk);
  if (before.state == ClaimState::kConfirmed && !order.confirmed) return unchanged(before, Verdict::kAlreadyConfirmed);
  if (!order.items.empty()) return release_items(before, order);
  return released(before, order.reason, Verdict::kOk);
}

Settlement settle_extend(const ClaimBalance& before, std::int64_t seconds, Millis now) {
  if (before.state == ClaimState::kReleased) return unchanged(before, Verdict::kAlreadyReleased);
  if (before.state == ClaimState::kConfirmed) return unchanged(before, Verdict::kAlreadyConfirmed);
  if (hold_is_over(before, now)) return released(before, kExpired, Verdict::kAlreadyReleased);
  const Millis end = now + seconds * kMillisPerSecond;
  if (before.expires_at == 0 || end <= before.expires_at) return unchanged(before, Verdict::kOk);
  Settlement result{Verdict::kOk, true, before, {}, {}};
  result.after.expires_at = end;
  return result;
}

Settlement settle_expire(const ClaimBalance& before, Millis now) {
  if (hold_is_over(before, now)) return released(before, kExpired, Verdict::kOk);
  return unchanged(before, Verdict::kOk);
}

std::vector<PoolMove> moves_between(const ClaimBalance& before, const ClaimBalance& after) {
  const auto taken = [](ClaimState state, std::int64_t units) { return state == ClaimState::kReleased ? 0 : units; };
  const auto confirmed = [](ClaimState state, std::int64_t units) {
    return state == ClaimState::kConfirmed ? units : 0;
  };
  std::vector<PoolMove> moves;
  moves.reserve(before.lines.size());
  for (std::size_t i = 0; i < before.lines.size(); ++i) {
    const std::int64_t had = before.lines[i].units;
    const std::int64_t has = after.lines[i].units;
    moves.push_back({before.lines[i].pool, taken(after.state, has) - taken(before.state, had),
                     confirmed(after.state, has) - confirmed(before.state, had)});
  }
  return moves;
}

}  // namespace allot
