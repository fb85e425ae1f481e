#include "wire/http/http_reply.h"

namespace allot {

int http_status(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kInvalid: return 400;
    case Verdict::kUnauthorized: return 401;
    case Verdict::kForbidden: return 403;
    case Verdict::kUnknownSale:
    case Verdict::kUnknownTeam:
    case Verdict::kUnknownPacket:
    case Verdict::kUnknownPool:
    case Verdict::kUnknownClaim:
    case Verdict::kUnknownPath: return 404;
    case Verdict::kMethodNotAllowed: return 405;
    case Verdict::kReleased:
    case Verdict::kIdConflict:
    case Verdict::kClosed:
    case Verdict::kNotStarted:
    case Verdict::kEnded:
    case Verdict::kPaused:
    case Verdict::kAlreadyClaimed:
    case Verdict::kLimitReached:
    case Verdict::kVersionConflict:
    case Verdict::kTeamFull:
    case Verdict::kTeamExpired:
    case Verdict::kSoldOut:
    case Verdict::kSaleExists:
    case Verdict::kTeamExists:
    case Verdict::kPacketExists:
    case Verdict::kAlreadyConfirmed:
    case Verdict::kAlreadyReleased:
    case Verdict::kInsufficient:
    case Verdict::kNotSettled: return 409;
    case Verdict::kTooLarge: return 413;
    case Verdict::kRateLimited: return 429;
    case Verdict::kHeadTooLarge: return 431;
    case Verdict::kOverloaded:
    case Verdict::kUnavailable: return 503;
    case Verdict::kReplayed:
    case Verdict::kOk:
    case Verdict::kDrift: return 200;
    case Verdict::kAccepted:
    case Verdict::kCreated: return 201;
  }
  return 503;
}

}  // namespace allot
