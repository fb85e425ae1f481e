// The closed list of answers. Verdicts of a claim stand in the order in which they are decided.
#pragma once

#include <cstdint>
#include <string_view>

namespace allot {

enum class Verdict : std::uint8_t {
  // Claims, in the order of the checks.
  kInvalid,
  kUnauthorized,
  kForbidden,
  kUnknownSale,
  kUnknownTeam,
  kUnknownPacket,
  kReplayed,  // on the wire: "accepted" with "replayed":true
  kReleased,
  kIdConflict,
  kClosed,
  kNotStarted,
  kEnded,
  kPaused,
  kRateLimited,
  kAlreadyClaimed,
  kLimitReached,
  kVersionConflict,
  kUnknownPool,
  kTeamFull,
  kTeamExpired,
  kSoldOut,
  kAccepted,
  kOverloaded,
  kUnavailable,
  // Other calls.
  kOk,
  kCreated,
  kSaleExists,
  kTeamExists,
  kPacketExists,
  kUnknownClaim,
  kAlreadyConfirmed,
  kAlreadyReleased,
  kInsufficient,
  kNotSettled,
  kDrift,
  // The doors.
  kUnknownPath,
  kMethodNotAllowed,
  kTooLarge,
  kHeadTooLarge,
};

/// The word on the wire, e.g. "sold_out".
std::string_view verdict_name(Verdict verdict) noexcept;

enum class ClaimState : std::uint8_t { kHeld, kConfirmed, kReleased };

/// "held", "confirmed" or "released".
std::string_view claim_state_name(ClaimState state) noexcept;

}  // namespace allot
