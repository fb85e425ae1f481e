#include "wire/json/verdict_sentence.h"

namespace allot {

std::string_view verdict_sentence(Verdict verdict) noexcept {
  switch (verdict) {
    case Verdict::kInvalid: return "the request is malformed";
    case Verdict::kUnauthorized: return "a valid key is needed";
    case Verdict::kForbidden: return "this key may not do that";
    case Verdict::kUnknownSale: return "there is no sale of this name";
    case Verdict::kUnknownTeam: return "there is no team of this name";
    case Verdict::kUnknownPacket: return "there is no packet of this name";
    case Verdict::kUnknownClaim: return "there is no claim with this id";
    case Verdict::kUnknownPool: return "the sale has no such pool";
    case Verdict::kUnknownPath: return "there is nothing at this path";
    case Verdict::kMethodNotAllowed: return "this path does not offer this method";
    case Verdict::kTooLarge: return "the body is larger than 1 MiB";
    case Verdict::kHeadTooLarge: return "the head is larger than 16 KiB";
    case Verdict::kIdConflict: return "the id was used before with other content";
    case Verdict::kClosed: return "the sale is closed";
    case Verdict::kNotStarted: return "the sale has not started";
    case Verdict::kEnded: return "the sale has ended";
    case Verdict::kPaused: return "the sale is paused";
    case Verdict::kRateLimited: return "too many tries";
    case Verdict::kAlreadyClaimed: return "the user has as many claims as allowed";
    case Verdict::kLimitReached: return "the user would have more units than allowed";
    case Verdict::kVersionConflict: return "if_version is not the current version";
    case Verdict::kTeamFull: return "the team has no free seat";
    case Verdict::kTeamExpired: return "the team's time is over";
    case Verdict::kSoldOut: return "there is not enough left";
    case Verdict::kOverloaded: return "too much is waiting, try again later";
    case Verdict::kUnavailable: return "the ledger cannot be reached";
    case Verdict::kSaleExists: return "a sale of this name exists with another definition";
    case Verdict::kTeamExists: return "a team of this name exists";
    case Verdict::kPacketExists: return "a packet of this name exists with another definition";
    case Verdict::kAlreadyConfirmed: return "the claim is confirmed";
    case Verdict::kAlreadyReleased: return "the claim is released";
    case Verdict::kInsufficient: return "less is left than would be withdrawn";
    case Verdict::kNotSettled: return "the sale must be closed and without held claims";
    case Verdict::kReleased: return "the claim with this id has been released";
    case Verdict::kReplayed:
    case Verdict::kAccepted:
    case Verdict::kOk:
    case Verdict::kCreated:
    case Verdict::kDrift: return {};
  }
  return {};
}

}  // namespace allot
