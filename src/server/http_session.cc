#include "server/http_session.h"

#include "server/http_exchange.h"

namespace allot {
namespace {

// The options of a reply travel as the tag of its claim.
std::uint64_t to_tag(HttpReplyOptions options) {
  return (options.keep_alive ? 1U : 0U) | (options.says_keep_alive ? 2U : 0U) | (options.refusals_as_200 ? 4U : 0U) |
         (options.head_only ? 8U : 0U);
}

HttpReplyOptions from_tag(std::uint64_t tag) {
  return {.keep_alive = (tag & 1U) != 0,
          .says_keep_alive = (tag & 2U) != 0,
          .refusals_as_200 = (tag & 4U) != 0,
          .head_only = (tag & 8U) != 0};
}

}  // namespace

HttpSession::HttpSession(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door)
    : Session(std::move(socket), loop, std::move(door)) {}

std::size_t HttpSession::parse(std::string_view input) {
  std::size_t used = 0;
  while (has_room() && !closing()) {
    if (!order_.idle()) {
      hold();
      return used;
    }
    const HttpParser::Status status = parser_.next(input.substr(used));
    used += parser_.consumed();
    switch (status) {
      case HttpParser::Status::kMore:
        if (parser_.wants_continue()) reply([](std::string& out) { out += "HTTP/1.1 100 Continue\r\n\r\n"; });
        return used;
      case HttpParser::Status::kMalformed: refuse(Verdict::kInvalid, parser_.error()); return used;
      case HttpParser::Status::kTooLarge: refuse(Verdict::kTooLarge, parser_.error()); return used;
      case HttpParser::Status::kHeadTooLarge: refuse(Verdict::kHeadTooLarge, parser_.error()); return used;
      case HttpParser::Status::kRequest: carry_out(); break;
    }
  }
  return used;
}

void HttpSession::refuse(Verdict verdict, std::string detail) {
  Answer answer;
  answer.verdict = verdict;
  answer.detail = std::move(detail);
  reply([&](std::string& out) {
    write_http_answer(out, answer,
                      {.keep_alive = false, .says_keep_alive = false, .refusals_as_200 = false, .head_only = false});
  });
  close_after_replies();
}

void HttpSession::carry_out() {
  const HttpRequest& request = parser_.request();
  const HttpReplyOptions options = http_reply_options(request);
  route_http(request, arena(), command_);
  switch (command_.kind) {
    case HttpKind::kClaim: {
      // The request's text is gone with the next one; the call keeps its own.
      add_claim(command_.sale, command_.claim, to_tag(options));
      submit();
      break;
    }
    case HttpKind::kOperation:
      call(std::move(command_.operation),
           [options](std::string& out, const Answer& answer) { write_http_answer(out, answer, options); });
      break;
    case HttpKind::kReply:
      if (command_.answer.verdict == Verdict::kInvalid) command_.answer.now = door().service.now();
      reply([&](std::string& out) { write_http_answer(out, command_.answer, options, command_.allow); });
      break;
    case HttpKind::kClaimBatch:
    case HttpKind::kHealth:
    case HttpKind::kReady:
    case HttpKind::kMetrics: {
      // No claim is gathered here, and submit() would clear the arena that the batch's text lies in.
      const ReplyQueue::Slot slot = open_wide();
      const bool waited_for = command_.kind == HttpKind::kClaimBatch && !door().service.decides_at_once();
      if (waited_for) order_.begin(CommandKind::kClaim);
      run_exchange(command_, door(), loop_,
                   [this, self = shared_from_this(), slot, options, waited_for](int status, std::string_view type,
                                                                                const std::string& body) {
                     if (waited_for) order_.end(CommandKind::kClaim);
                     write_http_raw(replies_.begin(slot, false), status, type, body, options);
                     close_wide(slot);
                   });
      break;
    }
  }
  if (!options.keep_alive) close_after_replies();
}

void HttpSession::write_claim(std::string& out, const ClaimCall& call, std::size_t at, std::uint64_t tag) {
  const Decision& decision = call.batch.decisions[at];
  const ClaimRequest& request = call.batch.requests[at];
  if (decision.verdict == Verdict::kUnavailable) {
    write_http_unavailable(out, Outcome::kNone, request.id, call.batch.now, from_tag(tag));
  } else {
    write_http_claim(out, call.sale, request, decision, call.batch.now, from_tag(tag));
  }
}

void HttpSession::write_completed(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                                  std::uint64_t tag) {
  write_http_claim(out, claim, decision, now, from_tag(tag));
}

void HttpSession::write_refusal(std::string& out, const Answer& answer, std::uint64_t tag) {
  write_http_answer(out, answer, from_tag(tag));
}

void HttpSession::write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t tag) {
  write_http_unavailable(out, outcome, claim, door().service.now(), from_tag(tag));
}

}  // namespace allot
