// An HTTP request -> what is asked. No I/O.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer.h"
#include "core/arena.h"
#include "core/claim.h"
#include "core/operation.h"
#include "wire/http/http_parser.h"
#include "wire/json/json_reader.h"

namespace allot {

enum class HttpKind : std::uint8_t {
  kClaim,       // sale, claim
  kClaimBatch,  // batch
  kOperation,   // operation
  kHealth,      // /healthz
  kReady,       // /readyz
  kMetrics,     // /metrics
  kReply,       // answer: refused already; allow is set for 405
};

/// One line of POST /v1/claims: a claim, or why it is none.
struct BatchLine {
  bool valid = false;
  std::string_view sale;
  ClaimRequest claim;
  Answer refusal;  // when not valid
};

/// Reused from request to request; members that do not belong to `kind` are stale.
struct HttpCommand {
  HttpKind kind = HttpKind::kReply;
  std::string_view sale;
  ClaimRequest claim;
  std::vector<BatchLine> batch;
  Operation operation;
  Answer answer;
  std::string_view allow;  // 405: the methods that are
  // Working memory of route_http().
  JsonReader json;
  std::string scratch;
};

/// Text of claims, and `allow`, are in `arena`. Paths and queries are percent-decoded, `+` in a query is
/// a space; an empty query value counts as absent. Fields of a batch's refusals are paths inside their own
/// entry. Bad values are `invalid` with their field; unknown fields and
/// duplicate keys too. What later versions will offer (rate, any_of, split, team, packets, events) is
/// `invalid` with a detail that says so, its paths `unknown_path`.
void route_http(const HttpRequest& request, Arena& arena, HttpCommand& command);

}  // namespace allot
