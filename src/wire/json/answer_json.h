// The one JSON form of decisions and answers, for both doors.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/answer.h"
#include "core/claim.h"

namespace allot {

/// Appends `text` as a JSON string with quotes.
void write_json_string(std::string& out, std::string_view text);

/// {"verdict":…} of a claim, as HTTP has it.
void write_claim_json(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now);
/// The same for a replay that was completed from the ledger.
void write_claim_json(std::string& out, const Claim& claim, const Decision& decision, Millis now);
/// What `unavailable`, and `overloaded` without a time of its own, ask the caller to wait.
inline constexpr std::int64_t kRetryAfterMs = 1'000;

void write_unavailable_json(std::string& out, Outcome outcome, std::string_view claim, Millis now);
void write_overloaded_json(std::string& out, std::int64_t retry_ms, Millis now);
/// {"verdict":…} of anything else.
void write_answer_json(std::string& out, const Answer& answer);
/// Members of a claim object without the braces: "sale":…,"claim":…, … "team":….
void write_claim_members(std::string& out, const Claim& claim);

}  // namespace allot
