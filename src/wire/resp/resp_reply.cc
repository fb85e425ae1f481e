#include "wire/resp/resp_reply.h"

#include <variant>

#include "wire/json/answer_json.h"
#include "wire/json/body_json.h"
#include "wire/resp/resp_out.h"

namespace allot {
namespace {

/// {"field":…} without the verdict; empty when nothing remains.
std::string detail_of(const Answer& answer) {
  std::string detail;
  write_answer_members(detail, answer, ClaimForm::kRow);
  if (detail.empty()) return detail;
  detail.front() = '{';  // was a comma
  detail.push_back('}');
  return detail;
}

void write_row(std::string& out, const Answer& answer) {
  const Claim* claim = std::get_if<Claim>(&answer.body);
  write_resp_array(out, 5);
  write_resp_bulk(out, verdict_name(answer.verdict));
  write_resp_bulk(out, claim != nullptr ? std::string_view(claim->id) : std::string_view{});
  write_resp_bulk(out, claim != nullptr ? claim_state_name(claim->state) : std::string_view{});
  write_resp_integer(out, claim != nullptr ? claim->expires_at : 0);
  write_resp_bulk(out, detail_of(answer));
}

void write_restock(std::string& out, const Answer& answer) {
  write_resp_array(out, 2);
  write_resp_bulk(out, verdict_name(answer.verdict));
  if (answer.verdict == Verdict::kInvalid) return write_resp_bulk(out, detail_of(answer));
  const RestockDone* done = std::get_if<RestockDone>(&answer.body);
  write_resp_integer(out, done != nullptr ? done->left : 0);
}

void write_stock(std::string& out, const Answer& answer, int protocol) {
  const StockList* stock = std::get_if<StockList>(&answer.body);
  if (answer.verdict == Verdict::kOk && stock != nullptr) {
    write_resp_map(out, stock->pools.size(), protocol);
    for (const auto& [pool, left] : stock->pools) {
      write_resp_bulk(out, pool);
      write_resp_integer(out, left);
    }
    return;
  }
  std::string message = "ERR ";
  message.append(verdict_name(answer.verdict));
  for (const std::string& text : {answer.field, answer.detail}) {
    if (!text.empty()) message.append(" ").append(text);
  }
  write_resp_error(out, message);
}

void write_json(std::string& out, const Answer& answer) {
  std::string json;
  write_answer_json(json, answer);
  write_resp_bulk(out, json);
}

}  // namespace

void write_resp_unavailable(std::string& out, Outcome outcome, std::string_view claim) {
  out.append(outcome == Outcome::kNone ? "-UNAVAILABLE outcome=none" : "-UNAVAILABLE outcome=unknown");
  if (!claim.empty()) out.append(" claim=").append(claim);
  out.append("\r\n");
}

void write_resp_overloaded(std::string& out, std::int64_t retry_ms) {
  out.append("-OVERLOADED retry_ms=").append(std::to_string(retry_ms)).append("\r\n");
}

void write_resp_answer(std::string& out, RespShape shape, const Answer& answer, int protocol) {
  if (answer.verdict == Verdict::kUnavailable) {
    const Claim* claim = std::get_if<Claim>(&answer.body);
    return write_resp_unavailable(out, answer.outcome, claim != nullptr ? std::string_view(claim->id) : "");
  }
  if (answer.verdict == Verdict::kOverloaded) {
    return write_resp_overloaded(out, answer.retry_after_ms > 0 ? answer.retry_after_ms : kRetryAfterMs);
  }
  switch (shape) {
    case RespShape::kClaimRow: return write_row(out, answer);
    case RespShape::kRestock: return write_restock(out, answer);
    case RespShape::kStock: return write_stock(out, answer, protocol);
    case RespShape::kJson: return write_json(out, answer);
  }
}

void write_resp_do(std::string& out, int status, std::string_view json) {
  write_resp_array(out, 2);
  write_resp_integer(out, status);
  write_resp_bulk(out, json);
}

}  // namespace allot
