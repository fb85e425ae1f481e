// Decisions and answers -> RESP bytes. No I/O.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/answer.h"
#include "core/claim.h"
#include "wire/resp/resp_command.h"

namespace allot {

/// [verdict, claim, state, expires_at_ms, detail]; `unavailable` and `overloaded` as errors.
/// `now` goes into the detail of refusals. Appends to `out`.
void write_resp_claim(std::string& out, std::string_view sale, const ClaimRequest& request, const Decision& decision,
                      Millis now);
/// The same for a replay that was completed from the ledger.
void write_resp_claim(std::string& out, const Claim& claim, const Decision& decision, Millis now);
/// `-UNAVAILABLE outcome=none|unknown claim=ID` (claim only when known).
void write_resp_unavailable(std::string& out, Outcome outcome, std::string_view claim);
/// `-OVERLOADED retry_ms=N`.
void write_resp_overloaded(std::string& out, std::int64_t retry_ms);
/// `protocol` is 2 or 3.
void write_resp_answer(std::string& out, RespShape shape, const Answer& answer, int protocol);
/// Answer of DO: [status, JSON text].
void write_resp_do(std::string& out, int status, std::string_view json);

/// Everything that is about the connection, not about sales.
struct RespSession {
  int protocol = 2;
  std::uint64_t id = 0;
  std::string name;   // CLIENT SETNAME
  bool quit = false;  // close after this reply
};
struct RespInfo {  // what INFO, CLUSTER and COMMAND tell
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;
  std::uint64_t uptime_seconds = 0;
  std::uint64_t connections = 0;
};
/// PING, ECHO, HELLO, AUTH, CLIENT …, COMMAND …, SELECT, INFO, QUIT, RESET, CLUSTER …, CONFIG GET …:
/// as clients expect from one Redis node.
void write_resp_connection(std::string& out, RespConnection what, std::span<const std::string_view> words,
                           RespSession& session, const RespInfo& info);

}  // namespace allot
