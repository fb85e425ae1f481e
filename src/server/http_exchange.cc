#include "server/http_exchange.h"

#include <cstdlib>

#include "wire/http/http_reply.h"
#include "wire/json/answer_json.h"

namespace allot {

void answer_plain(const HttpCommand& command, Door& door, const ExchangeDone& done) {
  constexpr std::string_view kJson = "application/json";
  switch (command.kind) {
    case HttpKind::kHealth: done(200, kJson, R"({"verdict":"ok"})"); return;
    case HttpKind::kReady:
      if (door.service.ready())
        done(200, kJson, R"({"verdict":"ok"})");
      else
        done(503, kJson, R"({"verdict":"unavailable","outcome":"none","detail":"the ledger cannot be written"})");
      return;
    case HttpKind::kMetrics: done(200, "text/plain; version=0.0.4", door.service.metrics()); return;
    case HttpKind::kReply: {
      std::string body;
      Answer answer = command.answer;
      if (answer.verdict == Verdict::kInvalid) answer.now = door.service.now();
      write_answer_json(body, answer);
      done(http_status(command.answer.verdict), kJson, std::move(body));
      return;
    }
    case HttpKind::kClaim:
    case HttpKind::kClaimBatch:
    case HttpKind::kOperation: break;
  }
  std::abort();
}

void run_exchange(HttpCommand& command, Door& door, EventLoop& loop, ExchangeDone done) {
  constexpr std::string_view kJson = "application/json";
  switch (command.kind) {
    case HttpKind::kClaim: {
      BatchLine line;
      line.valid = true;
      line.sale = command.sale;
      line.claim = command.claim;
      run_claim_batch({line}, door, loop, [done = std::move(done)](std::vector<LineResult> results) {
        done(http_status(results.front().verdict), kJson, std::move(results.front().json));
      });
      return;
    }
    case HttpKind::kClaimBatch:
      run_claim_batch(command.batch, door, loop, [done = std::move(done)](const std::vector<LineResult>& results) {
        done(200, kJson, batch_body(results));
      });
      return;
    case HttpKind::kOperation:
      door.service.call(std::move(command.operation), loop, [done = std::move(done)](const Answer& answer) {
        std::string body;
        write_answer_json(body, answer);
        done(http_status(answer.verdict), kJson, std::move(body));
      });
      return;
    case HttpKind::kHealth:
    case HttpKind::kReady:
    case HttpKind::kMetrics:
    case HttpKind::kReply: answer_plain(command, door, done); return;
  }
}

}  // namespace allot
