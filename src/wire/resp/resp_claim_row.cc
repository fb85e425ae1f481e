// What CLAIM answers: the hottest answers of all, hence written in one pass without allocation.
#include <array>
#include <cstring>
#include <vector>

#include "wire/json/answer_json.h"
#include "wire/json/claim_text.h"
#include "wire/json/text_out.h"
#include "wire/resp/resp_reply.h"

namespace allot {
namespace {

/// Headers, verdict, state and number of a row; the claim's id comes on top.
constexpr std::size_t kRowBytesMax = 160;
/// Most details are this long; others are moved once.
constexpr std::size_t kUsualDigits = 3;

void put_bulk(TextOut& out, std::string_view text) noexcept {
  out.byte('$');
  out.integer(static_cast<std::int64_t>(text.size()));
  out.literal("\r\n");
  out.text(text);
  out.literal("\r\n");
}

/// A bulk string whose length is known only after `fill(TextOut&)` has written it.
template <class Fill>
void put_bulk_of(TextOut& out, Fill&& fill) noexcept {
  char* const begin = out.at();
  char* const usual = begin + 1 + kUsualDigits + 2;
  TextOut text(usual);
  fill(text);
  const auto bytes = static_cast<std::size_t>(text.at() - usual);
  std::array<char, kIntegerBytesMax> digits;
  const char* digits_end = std::to_chars(digits.data(), digits.data() + digits.size(), bytes).ptr;
  const auto width = static_cast<std::size_t>(digits_end - digits.data());
  if (width != kUsualDigits) std::memmove(begin + 1 + width + 2, usual, bytes);
  out.byte('$');
  out.text({digits.data(), width});
  out.literal("\r\n");
  out = TextOut(out.at() + bytes);
  out.literal("\r\n");
}

void put_expiry(TextOut& out, Millis expires_at) noexcept {
  out.byte(':');
  out.integer(expires_at);
  out.literal("\r\n");
}

void put_owned(TextOut& out, const ClaimFacts& facts, const Decision& decision) noexcept {
  out.literal("*5\r\n$8\r\naccepted\r\n");
  put_bulk(out, facts.claim);
  put_bulk(out, claim_state_name(facts.state));
  put_expiry(out, facts.expires_at);
  put_bulk_of(out, [&](TextOut& text) {
    text.byte('{');
    put_claim(text, facts, ClaimForm::kRow);
    put_outcome(text, decision);
    text.byte('}');
  });
}

void write_owned(std::string& out, const ClaimFacts& facts, const Decision& decision) {
  const std::size_t bytes_max =
      kRowBytesMax + facts.claim.size() + claim_bytes_max(facts) + decision_bytes_max(decision);
  append_bounded(out, bytes_max, [&](TextOut& text) { put_owned(text, facts, decision); });
}

/// The members, or nothing at all when there is none.
void put_refusal_detail(TextOut& out, const Decision& decision, Millis now) noexcept {
  char* const begin = out.at();
  out.byte('{');
  put_refusal(out, decision, now, ClaimForm::kRow);
  const bool empty = out.at() == begin + 1;
  out = TextOut(out.at() - 1);  // the brace, or the last comma
  if (!empty) out.byte('}');
}

void put_refused(TextOut& out, const Decision& decision, Millis now) noexcept {
  out.literal("*5\r\n");
  put_bulk(out, verdict_name(decision.verdict));
  put_bulk(out, decision.claim);
  if (decision.verdict == Verdict::kReleased) {
    out.literal("$8\r\nreleased\r\n:0\r\n");
  } else {
    out.literal("$0\r\n\r\n:0\r\n");
  }
  put_bulk_of(out, [&](TextOut& text) { put_refusal_detail(text, decision, now); });
}

void write_refused(std::string& out, const Decision& decision, Millis now) {
  if (decision.verdict == Verdict::kUnavailable) return write_resp_unavailable(out, Outcome::kNone, decision.claim);
  if (decision.verdict == Verdict::kOverloaded) return write_resp_overloaded(out, kRetryAfterMs);
  const std::size_t bytes_max = kRowBytesMax + decision.claim.size() + decision_bytes_max(decision);
  append_bounded(out, bytes_max, [&](TextOut& text) { put_refused(text, decision, now); });
}

}  // namespace

void write_resp_claim(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now) {
  if (!is_owned(decision.verdict)) return write_refused(out, decision, now);
  write_owned(out, claim_facts(sale, request, decision), decision);
}

void write_resp_claim(std::string& out, const Claim& claim, const Decision& decision, Millis now) {
  if (!is_owned(decision.verdict)) return write_refused(out, decision, now);
  const std::vector<ItemView> items = item_views(claim);
  write_owned(out, claim_facts(claim, items), decision);
}

}  // namespace allot
