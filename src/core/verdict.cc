#include "core/verdict.h"

namespace allot {

std::string_view verdict_name(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kInvalid: return "invalid";
    case Verdict::kUnauthorized: return "unauthorized";
    case Verdict::kForbidden: return "forbidden";
    case Verdict::kUnknownSale: return "unknown_sale";
    case Verdict::kUnknownTeam: return "unknown_team";
    case Verdict::kUnknownPacket: return "unknown_packet";
    case Verdict::kReplayed: return "accepted";
    case Verdict::kReleased: return "released";
    case Verdict::kIdConflict: return "id_conflict";
    case Verdict::kClosed: return "closed";
    case Verdict::kNotStarted: return "not_started";
    case Verdict::kEnded: return "ended";
    case Verdict::kPaused: return "paused";
    case Verdict::kRateLimited: return "rate_limited";
    case Verdict::kAlreadyClaimed: return "already_claimed";
    case Verdict::kLimitReached: return "limit_reached";
    case Verdict::kVersionConflict: return "version_conflict";
    case Verdict::kUnknownPool: return "unknown_pool";
    case Verdict::kTeamFull: return "team_full";
    case Verdict::kTeamExpired: return "team_expired";
    case Verdict::kSoldOut: return "sold_out";
    case Verdict::kAccepted: return "accepted";
    case Verdict::kOverloaded: return "overloaded";
    case Verdict::kUnavailable: return "unavailable";
    case Verdict::kOk: return "ok";
    case Verdict::kCreated: return "created";
    case Verdict::kSaleExists: return "sale_exists";
    case Verdict::kTeamExists: return "team_exists";
    case Verdict::kPacketExists: return "packet_exists";
    case Verdict::kUnknownClaim: return "unknown_claim";
    case Verdict::kAlreadyConfirmed: return "already_confirmed";
    case Verdict::kAlreadyReleased: return "already_released";
    case Verdict::kInsufficient: return "insufficient";
    case Verdict::kNotSettled: return "not_settled";
    case Verdict::kDrift: return "drift";
    case Verdict::kUnknownPath: return "unknown_path";
    case Verdict::kMethodNotAllowed: return "method_not_allowed";
    case Verdict::kTooLarge: return "too_large";
    case Verdict::kHeadTooLarge: return "head_too_large";
  }
  return "unavailable";
}

std::string_view claim_state_name(ClaimState state) noexcept {
  switch (state) {
    case ClaimState::kHeld: return "held";
    case ClaimState::kConfirmed: return "confirmed";
    case ClaimState::kReleased: return "released";
  }
  return "released";
}

}  // namespace allot
