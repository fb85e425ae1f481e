// The JSON members of claims and of their refusals, for both doors.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "wire/json/text_out.h"

namespace allot {

/// A claim object whose text is borrowed. Empty reason, ref, meta, team: null; `expires_at` 0: null.
struct ClaimFacts {
  std::string_view sale;
  std::string_view claim;
  std::string_view user;
  ClaimState state = ClaimState::kConfirmed;
  std::string_view reason;
  std::span<const ItemView> items;
  std::string_view ref;
  std::string_view meta;
  std::string_view team;
  Millis created_at = 0;
  Millis expires_at = 0;
};

/// kWhole: all members. kRow: without claim, state and expires_at, which a RESP row has beside them.
enum class ClaimForm : unsigned char { kWhole, kRow };

ClaimFacts claim_facts(std::string_view sale, const ClaimRequest& request, const Decision& decision) noexcept;
/// `items` must hold claim.items (see item_views()).
ClaimFacts claim_facts(const Claim& claim, std::span<const ItemView> items) noexcept;
std::vector<ItemView> item_views(const Claim& claim);

std::size_t claim_bytes_max(const ClaimFacts& facts) noexcept;
/// "sale":…, … without braces.
void put_claim(TextOut& out, const ClaimFacts& facts, ClaimForm form) noexcept;

/// `,"left":{…},"version":N` of what was accepted just now; `,"replayed":true` of a replay.
void put_outcome(TextOut& out, const Decision& decision) noexcept;
/// True for accepted and replayed: the caller owns the claim.
bool is_owned(Verdict verdict) noexcept;

/// Bytes that put_outcome and put_refusal write at most.
std::size_t decision_bytes_max(const Decision& decision) noexcept;
/// Members of a refusal, each ending in a comma: the verdict's own ("left", "claim", …), field, detail, now.
/// In a row the claim is left out.
void put_refusal(TextOut& out, const Decision& decision, Millis now, ClaimForm form) noexcept;

}  // namespace allot
