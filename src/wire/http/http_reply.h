// Decisions and answers -> HTTP responses. No I/O.
#pragma once

#include <string>
#include <string_view>

#include "core/answer.h"
#include "core/claim.h"
#include "wire/http/http_parser.h"

namespace allot {

/// Status code of a verdict, without `Allot-Refusals`.
int http_status(Verdict verdict) noexcept;

/// What of the request the response depends on.
struct HttpReplyOptions {
  bool keep_alive = true;
  bool says_keep_alive = false;  // HTTP/1.0
  bool refusals_as_200 = false;
  bool head_only = false;
};
HttpReplyOptions http_reply_options(const HttpRequest& request) noexcept;

void write_http_claim(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now, HttpReplyOptions options);
/// The same for a replay that was completed from the ledger.
void write_http_claim(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                      HttpReplyOptions options);
/// `unavailable` 503 with Retry-After; `claim` is named when known.
void write_http_unavailable(std::string& out, Outcome outcome, std::string_view claim, Millis now,
                            HttpReplyOptions options);
void write_http_overloaded(std::string& out, std::int64_t retry_ms, Millis now, HttpReplyOptions options);
/// `allow`: for 405.
void write_http_answer(std::string& out, const Answer& answer, HttpReplyOptions options, std::string_view allow = {});
/// Any other body.
void write_http_raw(std::string& out, int status, std::string_view content_type, std::string_view body,
                    HttpReplyOptions options);

}  // namespace allot
