#include "server/resp_session.h"

#include "server/http_exchange.h"
#include "wire/http_route.h"

namespace allot {
namespace {

std::uint64_t seconds_between(Millis from, Millis to) {
  return to < from ? 0 : static_cast<std::uint64_t>((to - from) / 1000);
}

}  // namespace

RespClient::RespClient(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door)
    : Session(std::move(socket), loop, std::move(door)), connected_at_(this->door().service.now()) {
  state_.peer = peer();
  state_.id = ++this->door().connection_ids;
}

std::size_t RespClient::parse(std::string_view input) {
  std::size_t used = 0;
  while (has_room() && !closing()) {
    const RespParser::Status status = parser_.next(input.substr(used));
    used += parser_.consumed();
    switch (status) {
      case RespParser::Status::kMore: return used;
      case RespParser::Status::kError:
        reply([this](std::string& out) { out.append("-ERR ").append(parser_.error()).append("\r\n"); });
        close_after_replies();
        return used;
      case RespParser::Status::kCommand: carry_out(); break;
    }
  }
  return used;
}

void RespClient::carry_out() {
  parse_resp_command(parser_.words(), arena(), command_);
  switch (command_.kind) {
    case RespKind::kClaim:
      add_claim(command_.sale, command_.claim, 0);
      if (parser_.is_inline()) submit();  // while its words are there
      return;
    case RespKind::kOperation:
      call(std::move(command_.operation), [this, shape = command_.shape](std::string& out, const Answer& answer) {
        write_resp_answer(out, shape, answer, state_.protocol);
      });
      return;
    case RespKind::kDo: carry_out_do(); return;
    case RespKind::kConnection: carry_out_connection(); return;
    case RespKind::kReply: reply([this](std::string& out) { out += command_.reply; }); return;
    case RespKind::kInvalid:
      command_.answer.now = door().service.now();
      reply([this](std::string& out) { write_resp_answer(out, command_.shape, command_.answer, state_.protocol); });
      return;
  }
}

void RespClient::carry_out_connection() {
  RespInfo info;
  info.host = door().host;
  info.port = door().port;
  info.connections = door().connections.load();
  const Millis now = door().service.now();
  info.uptime_seconds = seconds_between(door().started_at, now);
  info.age_seconds = seconds_between(connected_at_, now);
  reply([&](std::string& out) { write_resp_connection(out, command_.connection, parser_.words(), state_, info); });
  if (state_.quit) close_after_replies();
}

// The HTTP interface through this door: routed by the same table, answered as [status, JSON text].
void RespClient::carry_out_do() {
  submit();
  HttpRequest request;
  request.method = command_.method;
  const auto question = command_.path.find('?');
  request.path = command_.path.substr(0, question);
  request.query = question == std::string_view::npos ? std::string_view{} : command_.path.substr(question + 1);
  request.body = command_.body;
  auto routed = std::make_shared<HttpCommand>();
  route_http(request, arena(), *routed);
  const ReplyQueue::Slot slot = open_wide();
  run_exchange(*routed, door(), loop_,
               [this, self = shared_from_this(), slot](int status, std::string_view, const std::string& body) {
                 write_resp_do(replies_.begin(slot, false), status, body);
                 close_wide(slot);
               });
}

void RespClient::write_claim(std::string& out, const ClaimCall& call, std::size_t at, std::uint64_t) {
  const Decision& decision = call.batch.decisions[at];
  if (decision.verdict == Verdict::kUnavailable)
    write_resp_unavailable(out, Outcome::kNone, call.batch.requests[at].id);
  else
    write_resp_claim(out, call.sale, call.batch.requests[at], decision, call.batch.now);
}

void RespClient::write_completed(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                                 std::uint64_t) {
  write_resp_claim(out, claim, decision, now);
}

void RespClient::write_refusal(std::string& out, const Answer& answer, std::uint64_t) {
  write_resp_answer(out, RespShape::kClaimRow, answer, state_.protocol);
}

void RespClient::write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t) {
  write_resp_unavailable(out, outcome, claim);
}

}  // namespace allot
