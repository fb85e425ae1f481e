#include "wire/json/claim_text.h"

#include "wire/json/verdict_sentence.h"

namespace allot {
namespace {

/// Keys, quotes, times and numbers of a claim object, of its outcome and of a refusal: below this.
constexpr std::size_t kFixedBytesMax = 512;

void put_text_or_null(TextOut& out, std::string_view text) noexcept {
  if (text.empty()) return out.literal("null");
  out.json(text);
}

void put_items(TextOut& out, std::span<const ItemView> items) noexcept {
  out.byte('[');
  for (const ItemView& item : items) {
    if (&item != items.data()) out.byte(',');
    out.literal("{\"pool\":");
    out.json(item.pool);
    out.literal(",\"units\":");
    out.integer(item.units);
    out.byte('}');
  }
  out.byte(']');
}

void put_left(TextOut& out, std::span<const PoolLeft> pools) noexcept {
  out.literal("\"left\":{");
  for (const PoolLeft& pool : pools) {
    if (&pool != pools.data()) out.byte(',');
    out.json(pool.pool);
    out.byte(':');
    out.integer(pool.left);
  }
  out.byte('}');
}

template <std::size_t N>
void put_member(TextOut& out, const char (&key)[N], std::string_view text) noexcept {
  if (text.empty()) return;
  out.literal(key);
  out.json(text);
  out.byte(',');
}

template <std::size_t N>
void put_member(TextOut& out, const char (&key)[N], std::int64_t number) noexcept {
  out.literal(key);
  out.integer(number);
  out.byte(',');
}

/// What only this verdict has.
void put_own(TextOut& out, const Decision& decision, ClaimForm form) noexcept {
  switch (decision.verdict) {
    case Verdict::kSoldOut: put_left(out, decision.left); return out.byte(',');
    case Verdict::kReleased:
    case Verdict::kAlreadyClaimed:
      if (form == ClaimForm::kWhole) put_member(out, "\"claim\":", decision.claim);
      return;
    case Verdict::kLimitReached: return put_member(out, "\"remaining\":", decision.remaining);
    case Verdict::kVersionConflict: return put_member(out, "\"version\":", decision.version);
    case Verdict::kUnknownPool: return put_member(out, "\"pool\":", decision.pool);
    case Verdict::kInvalid:
    case Verdict::kUnauthorized:
    case Verdict::kForbidden:
    case Verdict::kUnknownSale:
    case Verdict::kUnknownTeam:
    case Verdict::kUnknownPacket:
    case Verdict::kReplayed:
    case Verdict::kIdConflict:
    case Verdict::kClosed:
    case Verdict::kNotStarted:
    case Verdict::kEnded:
    case Verdict::kPaused:
    case Verdict::kRateLimited:
    case Verdict::kTeamFull:
    case Verdict::kTeamExpired:
    case Verdict::kAccepted:
    case Verdict::kOverloaded:
    case Verdict::kUnavailable:
    case Verdict::kOk:
    case Verdict::kCreated:
    case Verdict::kSaleExists:
    case Verdict::kTeamExists:
    case Verdict::kPacketExists:
    case Verdict::kUnknownClaim:
    case Verdict::kAlreadyConfirmed:
    case Verdict::kAlreadyReleased:
    case Verdict::kInsufficient:
    case Verdict::kNotSettled:
    case Verdict::kDrift:
    case Verdict::kUnknownPath:
    case Verdict::kMethodNotAllowed:
    case Verdict::kTooLarge:
    case Verdict::kHeadTooLarge: return;
  }
}

void put_claim_head(TextOut& out, const ClaimFacts& facts, ClaimForm form) noexcept {
  if (form == ClaimForm::kWhole) {
    out.literal("\"claim\":");
    out.json(facts.claim);
    out.literal(",\"sale\":");
  } else {
    out.literal("\"sale\":");
  }
  out.json(facts.sale);
  out.literal(",\"user\":");
  put_text_or_null(out, facts.user);
  if (form == ClaimForm::kWhole) {
    out.literal(",\"state\":");
    out.json(claim_state_name(facts.state));
  }
}

}  // namespace

ClaimFacts claim_facts(std::string_view sale, const ClaimRequest& request, const Decision& decision) noexcept {
  return {.sale = sale,
          .claim = decision.claim,
          .user = request.user,
          .state = decision.state,
          .reason = {},
          .items = decision.items,
          .ref = request.ref,
          .meta = request.meta,
          .team = {},
          .created_at = decision.created_at,
          .expires_at = decision.expires_at};
}

ClaimFacts claim_facts(const Claim& claim, std::span<const ItemView> items) noexcept {
  return {.sale = claim.sale,
          .claim = claim.id,
          .user = claim.user,
          .state = claim.state,
          .reason = claim.reason,
          .items = items,
          .ref = claim.ref,
          .meta = claim.meta,
          .team = claim.team,
          .created_at = claim.created_at,
          .expires_at = claim.expires_at};
}

std::vector<ItemView> item_views(const Claim& claim) {
  std::vector<ItemView> views;
  views.reserve(claim.items.size());
  for (const Item& item : claim.items) views.push_back({.pool = item.pool, .units = item.units});
  return views;
}

std::size_t claim_bytes_max(const ClaimFacts& facts) noexcept {
  std::size_t bytes = kFixedBytesMax + facts.meta.size();
  for (const std::string_view text : {facts.sale, facts.claim, facts.user, facts.reason, facts.ref, facts.team}) {
    bytes += json_bytes_max(text);
  }
  for (const ItemView& item : facts.items) bytes += json_bytes_max(item.pool) + 24 + kIntegerBytesMax;
  return bytes;
}

void put_claim(TextOut& out, const ClaimFacts& facts, ClaimForm form) noexcept {
  put_claim_head(out, facts, form);
  out.literal(",\"reason\":");
  put_text_or_null(out, facts.reason);
  out.literal(",\"items\":");
  put_items(out, facts.items);
  out.literal(",\"ref\":");
  put_text_or_null(out, facts.ref);
  out.literal(",\"meta\":");
  out.text(facts.meta.empty() ? std::string_view("null") : facts.meta);
  out.literal(",\"created_at\":");
  out.time_or_null(facts.created_at);
  if (form == ClaimForm::kWhole) {
    out.literal(",\"expires_at\":");
    out.time_or_null(facts.expires_at);
  }
  out.literal(",\"team\":");
  put_text_or_null(out, facts.team);
}

void put_outcome(TextOut& out, const Decision& decision) noexcept {
  if (decision.verdict == Verdict::kReplayed) return out.literal(",\"replayed\":true");
  out.byte(',');
  put_left(out, decision.left);
  out.literal(",\"version\":");
  out.integer(decision.version);
}

bool is_owned(Verdict verdict) noexcept { return verdict == Verdict::kAccepted || verdict == Verdict::kReplayed; }

std::size_t decision_bytes_max(const Decision& decision) noexcept {
  std::size_t bytes = kFixedBytesMax;
  for (const std::string_view text : {decision.claim, decision.pool, decision.field, decision.detail}) {
    bytes += json_bytes_max(text);
  }
  for (const PoolLeft& pool : decision.left) bytes += json_bytes_max(pool.pool) + 2 + kIntegerBytesMax;
  return bytes;
}

void put_refusal(TextOut& out, const Decision& decision, Millis now, ClaimForm form) noexcept {
  put_own(out, decision, form);
  put_member(out, "\"field\":", decision.field);
  // A row has the verdict alone; over HTTP every error has its sentence.
  const bool says_why = !decision.detail.empty() || form == ClaimForm::kRow;
  put_member(out, "\"detail\":", says_why ? decision.detail : verdict_sentence(decision.verdict));
  if (now == 0) return;
  out.literal("\"now\":");
  out.time(now);
  out.byte(',');
}

}  // namespace allot
