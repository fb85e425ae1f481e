#include "wire/http/http_reply.h"

#include <algorithm>
#include <charconv>

#include "wire/json/answer_json.h"

namespace allot {
namespace {

constexpr std::string_view kJson = "application/json";
constexpr std::size_t kLengthWidth = 10;
constexpr std::string_view kLengthSlot = "          ";
static_assert(kLengthSlot.size() == kLengthWidth);

std::string_view status_line(int status) {
  switch (status) {
    case 200: return "HTTP/1.1 200 OK\r\n";
    case 201: return "HTTP/1.1 201 Created\r\n";
    case 400: return "HTTP/1.1 400 Bad Request\r\n";
    case 401: return "HTTP/1.1 401 Unauthorized\r\n";
    case 403: return "HTTP/1.1 403 Forbidden\r\n";
    case 404: return "HTTP/1.1 404 Not Found\r\n";
    case 405: return "HTTP/1.1 405 Method Not Allowed\r\n";
    case 409: return "HTTP/1.1 409 Conflict\r\n";
    case 413: return "HTTP/1.1 413 Content Too Large\r\n";
    case 429: return "HTTP/1.1 429 Too Many Requests\r\n";
    case 431: return "HTTP/1.1 431 Request Header Fields Too Large\r\n";
    case 503: return "HTTP/1.1 503 Service Unavailable\r\n";
    default: return "HTTP/1.1 500 Internal Server Error\r\n";
  }
}

void append_number(std::string& out, std::int64_t value) {
  char digits[20];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, value);
  out.append(digits, end);
}

std::int64_t whole_seconds(std::int64_t ms) { return std::max<std::int64_t>(1, ms / 1000 + (ms % 1000 > 0 ? 1 : 0)); }

struct Head {
  int status = 200;
  std::int64_t retry_after_ms = 0;
  std::string_view allow = {};
  std::string_view content_type = kJson;
};

void append_head(std::string& out, const Head& head, HttpReplyOptions options) {
  out += status_line(head.status);
  out += "Content-Type: ";
  out += head.content_type;
  if (head.status == 503 || head.retry_after_ms > 0) {
    out += "\r\nRetry-After: ";
    append_number(out, whole_seconds(head.retry_after_ms));
  }
  if (!head.allow.empty()) {
    out += "\r\nAllow: ";
    out += head.allow;
  }
  if (!options.keep_alive) {
    out += "\r\nConnection: close";
  } else if (options.says_keep_alive) {
    out += "\r\nConnection: keep-alive";
  }
  out += "\r\nContent-Length: ";
}

// The head stands before its body is known, so the length gets a slot of fixed width: spaces before a
// value are no part of it.
template <class WriteBody>
void write_response(std::string& out, const Head& head, HttpReplyOptions options, WriteBody write_body) {
  append_head(out, head, options);
  const std::size_t slot = out.size();
  out += kLengthSlot;
  out += "\r\n\r\n";
  const std::size_t body = out.size();
  write_body();
  char digits[20];
  const auto [end, error] = std::to_chars(digits, digits + sizeof digits, out.size() - body);
  const auto width = static_cast<std::size_t>(end - digits);
  out.replace(slot + kLengthWidth - width, width, digits, width);
  if (options.head_only) out.resize(body);
}

// Allot-Refusals: 200 is for clients that take other statuses for faults.
Head claim_head(Verdict verdict, HttpReplyOptions options) {
  Head head;
  head.status = http_status(verdict);
  if (head.status == 429) head.retry_after_ms = kRetryAfterMs;
  const bool refusal = head.status == 409 || head.status == 429 || verdict == Verdict::kUnknownPool;
  if (refusal && options.refusals_as_200) head.status = 200;
  return head;
}

}  // namespace

HttpReplyOptions http_reply_options(const HttpRequest& request) noexcept {
  return {.keep_alive = request.keep_alive,
          .says_keep_alive = request.says_keep_alive,
          .refusals_as_200 = request.refusals_as_200,
          .head_only = request.head_only};
}

void write_http_claim(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now, HttpReplyOptions options) {
  write_response(out, claim_head(decision.verdict, options), options,
                 [&] { write_claim_json(out, sale, request, decision, now); });
}

void write_http_claim(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                      HttpReplyOptions options) {
  write_response(out, claim_head(decision.verdict, options), options,
                 [&] { write_claim_json(out, claim, decision, now); });
}

void write_http_unavailable(std::string& out, Outcome outcome, std::string_view claim, Millis now,
                            HttpReplyOptions options) {
  write_response(out, {.status = 503, .retry_after_ms = kRetryAfterMs}, options,
                 [&] { write_unavailable_json(out, outcome, claim, now); });
}

void write_http_overloaded(std::string& out, std::int64_t retry_ms, Millis now, HttpReplyOptions options) {
  write_response(out, {.status = 503, .retry_after_ms = retry_ms}, options,
                 [&] { write_overloaded_json(out, retry_ms, now); });
}

void write_http_answer(std::string& out, const Answer& answer, HttpReplyOptions options, std::string_view allow) {
  Head head;
  head.status = http_status(answer.verdict);
  if (head.status == 503) head.retry_after_ms = answer.retry_after_ms;
  head.allow = allow;
  write_response(out, head, options, [&] { write_answer_json(out, answer); });
}

void write_http_raw(std::string& out, int status, std::string_view content_type, std::string_view body,
                    HttpReplyOptions options) {
  write_response(out, {.status = status, .content_type = content_type}, options, [&] { out += body; });
}

}  // namespace allot
