#include "wire/json/answer_json.h"

#include <vector>

#include "wire/json/body_json.h"
#include "wire/json/claim_text.h"
#include "wire/json/text_out.h"
#include "wire/json/verdict_sentence.h"

namespace allot {
namespace {

/// {"verdict":"accepted",…}: `decision` says whether it is a replay.
void write_owned(std::string& out, const ClaimFacts& facts, const Decision& decision) {
  append_bounded(out, claim_bytes_max(facts) + decision_bytes_max(decision), [&](TextOut& text) {
    text.literal("{\"verdict\":\"accepted\",");
    put_claim(text, facts, ClaimForm::kWhole);
    put_outcome(text, decision);
    text.byte('}');
  });
}

void write_refused(std::string& out, const Decision& decision, Millis now) {
  if (decision.verdict == Verdict::kUnavailable) {
    return write_unavailable_json(out, Outcome::kNone, decision.claim, now);
  }
  if (decision.verdict == Verdict::kOverloaded) return write_overloaded_json(out, kRetryAfterMs, now);
  append_bounded(out, decision_bytes_max(decision), [&](TextOut& text) {
    text.literal("{\"verdict\":");
    text.json(verdict_name(decision.verdict));
    text.byte(',');
    put_refusal(text, decision, now, ClaimForm::kWhole);
    text = TextOut(text.at() - 1);  // the last comma
    text.byte('}');
  });
}

void write_number(std::string& out, std::string_view key, std::int64_t value) {
  out.append(key);
  append_bounded(out, kIntegerBytesMax, [&](TextOut& text) { text.integer(value); });
}

void write_now(std::string& out, Millis now) {
  if (now == 0) return;
  out.append(",\"now\":");
  append_bounded(out, 32, [&](TextOut& text) { text.time(now); });
}

void write_text(std::string& out, std::string_view key, std::string_view value) {
  if (value.empty()) return;
  out.append(key);
  write_json_string(out, value);
}

void open_unavailable(std::string& out, Outcome outcome, std::string_view claim, std::int64_t retry_ms) {
  out.append("{\"verdict\":\"unavailable\",\"outcome\":");
  out.append(outcome == Outcome::kNone ? "\"none\"" : "\"unknown\"");
  write_text(out, ",\"claim\":", claim);
  write_number(out, ",\"retry_after_ms\":", retry_ms);
}

void open_overloaded(std::string& out, std::int64_t retry_ms) {
  out.append("{\"verdict\":\"overloaded\",\"outcome\":\"none\"");
  write_number(out, ",\"retry_after_ms\":", retry_ms);
}

void open_answer(std::string& out, const Answer& answer) {
  const std::int64_t retry_ms = answer.retry_after_ms > 0 ? answer.retry_after_ms : kRetryAfterMs;
  if (answer.verdict == Verdict::kUnavailable) return open_unavailable(out, answer.outcome, {}, retry_ms);
  if (answer.verdict == Verdict::kOverloaded) return open_overloaded(out, retry_ms);
  out.append("{\"verdict\":");
  write_json_string(out, verdict_name(answer.verdict));
}

}  // namespace

void write_json_string(std::string& out, std::string_view text) {
  append_bounded(out, json_bytes_max(text), [&](TextOut& to) { to.json(text); });
}

void write_claim_json(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now) {
  if (!is_owned(decision.verdict)) return write_refused(out, decision, now);
  write_owned(out, claim_facts(sale, request, decision), decision);
}

void write_claim_json(std::string& out, const Claim& claim, const Decision& decision, Millis now) {
  if (!is_owned(decision.verdict)) return write_refused(out, decision, now);
  const std::vector<ItemView> items = item_views(claim);
  write_owned(out, claim_facts(claim, items), decision);
}

void write_unavailable_json(std::string& out, Outcome outcome, std::string_view claim, Millis now) {
  open_unavailable(out, outcome, claim, kRetryAfterMs);
  write_text(out, ",\"detail\":", verdict_sentence(Verdict::kUnavailable));
  write_now(out, now);
  out.push_back('}');
}

void write_overloaded_json(std::string& out, std::int64_t retry_ms, Millis now) {
  open_overloaded(out, retry_ms);
  write_text(out, ",\"detail\":", verdict_sentence(Verdict::kOverloaded));
  write_now(out, now);
  out.push_back('}');
}

void write_answer_json(std::string& out, const Answer& answer) {
  open_answer(out, answer);
  write_answer_members(out, answer, ClaimForm::kWhole);
  out.push_back('}');
}

void write_claim_members(std::string& out, const Claim& claim) {
  const std::vector<ItemView> items = item_views(claim);
  const ClaimFacts facts = claim_facts(claim, items);
  append_bounded(out, claim_bytes_max(facts), [&](TextOut& text) { put_claim(text, facts, ClaimForm::kWhole); });
}

}  // namespace allot
