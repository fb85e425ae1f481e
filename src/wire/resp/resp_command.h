// Words of a RESP command -> what is asked. No I/O.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/answer.h"
#include "core/arena.h"
#include "core/claim.h"
#include "core/operation.h"

namespace allot {

enum class RespKind : std::uint8_t {
  kClaim,       // sale, claim
  kOperation,   // operation, shape
  kDo,          // method, path, body: the HTTP interface through this door
  kConnection,  // connection: answered from the session itself
  kReply,       // reply: refused already, bytes to send as they are
  kInvalid,     // answer, shape: a bad value; the session adds the time
};

/// How the answer to an operation is written.
enum class RespShape : std::uint8_t {
  kClaimRow,  // [verdict, claim, state, expires_at_ms, detail]
  kRestock,   // [verdict, left]
  kStock,     // pool, left, … (a map in RESP3)
  kJson,      // JSON text as over HTTP
};

enum class RespConnection : std::uint8_t {
  kPing,
  kEcho,
  kHello,
  kAuth,
  kClient,
  kCommandInfo,
  kSelect,
  kInfo,
  kQuit,
  kReset,
  kCluster,
  kConfig,
};

/// Reused from command to command; members that do not belong to `kind` are stale.
struct RespCommand {
  RespKind kind = RespKind::kReply;
  std::string_view sale;
  ClaimRequest claim;
  Operation operation;
  RespShape shape = RespShape::kJson;
  std::string_view method;
  std::string_view path;
  std::string_view body;
  RespConnection connection = RespConnection::kPing;
  std::string reply;
  Answer answer;
};

/// Command words are not case-sensitive; each also answers to `ALLOT.` in front. `claim` text borrows
/// from `words` and `arena`. A wrong number of words or an unknown command is `-ERR …`; a bad value is
/// the verdict `invalid` in the command's own shape. What later versions will offer (JOIN, TEAM.*,
/// GRAB, PACKET.*, FCALL, EVAL …) is `-ERR … is not offered by this version`.
void parse_resp_command(std::span<const std::string_view> words, Arena& arena, RespCommand& command);

}  // namespace allot
