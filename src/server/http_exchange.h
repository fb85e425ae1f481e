// HTTP requests that are no claims: what both the HTTP door and RESP's DO do with a routed command.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/door.h"
#include "server/event_loop.h"
#include "wire/http/http_route.h"

namespace allot {

/// Status and JSON body, as a response without its head.
using ExchangeDone = std::function<void(int status, std::string_view content_type, std::string body)>;

/// `/healthz`, `/readyz`, `/metrics` and refusals, which need nobody else. REQUIRES: command.kind is one of these.
void answer_plain(const HttpCommand& command, Door& door, const ExchangeDone& done);

/// Answer to one line of a batch.
struct LineResult {
  Verdict verdict = Verdict::kUnavailable;
  std::string json;
};
using BatchDone = std::function<void(std::vector<LineResult>)>;

/// Decides every line, each on its own; `done` runs on `loop` when all are answered. The lines' text need
/// not outlive the call.
void run_claim_batch(const std::vector<BatchLine>& lines, Door& door, EventLoop& loop, BatchDone done);
/// {"verdict":"ok","results":[…]}
std::string batch_body(const std::vector<LineResult>& results);

/// Carries out any routed command and gives its body to `done`, on `loop`. A claim counts as a batch of one.
void run_exchange(HttpCommand& command, Door& door, EventLoop& loop, ExchangeDone done);

}  // namespace allot
