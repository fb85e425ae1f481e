#include "server/resp_session.h"

#include "server/http_exchange.h"
#include "wire/http/http_route.h"

namespace allot {
namespace {

CommandKind do_kind(const HttpCommand& command) {
  switch (command.kind) {
    case HttpKind::kOperation: return command_kind(command.operation, true);
    case HttpKind::kClaim:
    case HttpKind::kClaimBatch:
    case HttpKind::kReply: return CommandKind::kClaim;
    case HttpKind::kHealth:
    case HttpKind::kReady:
    case HttpKind::kMetrics: return CommandKind::kRead;
  }
  return CommandKind::kRead;
}

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
    const std::size_t before = used;
    used += parser_.consumed();
    switch (status) {
      case RespParser::Status::kMore: return used;
      case RespParser::Status::kError:
        reply([this](std::string& out) { out.append("-ERR ").append(parser_.error()).append("\r\n"); });
        close_after_replies();
        return used;
      case RespParser::Status::kCommand:
        if (carry_out()) break;
        hold();
        return before;  // a whole command leaves nothing behind in the parser
    }
  }
  return used;
}

bool RespClient::carry_out() {
  parse_resp_command(parser_.words(), arena(), command_);
  switch (command_.kind) {
    case RespKind::kClaim:
      // Its text lies in the arena of the call that is gathered, so that one must not be submitted here.
      if (!order_.may_begin(CommandKind::kClaim, 0)) return false;
      add_claim(command_.sale, command_.claim, 0);
      if (parser_.is_inline()) submit();  // while its words are there
      return true;
    case RespKind::kOperation:
      if (!may_begin(command_kind(command_.operation, door().service.decides_at_once()))) return false;
      carry_out_operation();
      return true;
    case RespKind::kDo: return carry_out_do();
    case RespKind::kConnection: carry_out_connection(); return true;
    case RespKind::kReply: reply([this](std::string& out) { out += command_.reply; }); return true;
    case RespKind::kInvalid:
      command_.answer.now = door().service.now();
      reply([this](std::string& out) { write_resp_answer(out, command_.shape, command_.answer, state_.protocol); });
      return true;
  }
  return true;
}

void RespClient::carry_out_operation() {
  call(std::move(command_.operation), [this, shape = command_.shape](std::string& out, const Answer& answer) {
    write_resp_answer(out, shape, answer, state_.protocol);
  });
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
bool RespClient::carry_out_do() {
  submit();
  HttpRequest request;
  request.method = command_.method;
  const auto question = command_.path.find('?');
  request.path = command_.path.substr(0, question);
  request.query = question == std::string_view::npos ? std::string_view{} : command_.path.substr(question + 1);
  request.body = command_.body;
  auto routed = std::make_shared<HttpCommand>();
  route_http(request, arena(), *routed);
  const CommandKind kind = do_kind(*routed);
  replies_.drain();
  if (!order_.may_begin(kind, replies_.waiting())) return false;
  order_.begin(kind);
  const ReplyQueue::Slot slot = open_wide();
  run_exchange(*routed, door(), loop_,
               [this, self = shared_from_this(), slot, kind](int status, std::string_view, const std::string& body) {
                 order_.end(kind);
                 write_resp_do(replies_.begin(slot, false), status, body);
                 close_wide(slot);
               });
  return true;
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
