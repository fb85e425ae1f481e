// Any bytes, cut in any way, must give the same commands as in one piece, and every command an answer that
// is made of whole RESP values.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/arena.h"
#include "core/limits.h"
#include "core/values.h"
#include "wire/resp/resp_command.h"
#include "wire/resp/resp_parser.h"
#include "wire/resp/resp_reply.h"

namespace allot {
namespace {

void require(bool holds) {
  if (!holds) std::abort();
}

struct Read {
  std::vector<std::vector<std::string>> commands;
  std::string error;
  bool operator==(const Read&) const = default;
};

/// Every command that `buffer` holds; what was consumed is dropped. False after an error.
bool drain(RespParser& parser, std::string& buffer, Read& read) {
  for (;;) {
    const std::vector<char> moved(buffer.begin(), buffer.end());  // of exactly this size, at another place
    const std::string_view input(moved.data(), moved.size());
    const RespParser::Status status = parser.next(input);
    if (status == RespParser::Status::kError) {
      read.error = parser.error();
      return false;
    }
    require(parser.consumed() <= buffer.size());
    if (status == RespParser::Status::kCommand) {
      require(!parser.words().empty() && parser.words().size() <= limits::kRespWordsMax);
      read.commands.emplace_back(parser.words().begin(), parser.words().end());
    }
    buffer.erase(0, parser.consumed());
    if (status == RespParser::Status::kMore) return true;
  }
}

Read read_in_pieces(std::string_view text, std::uint32_t seed) {
  RespParser parser;
  Read read;
  std::string buffer;
  while (!text.empty()) {
    seed = seed * 1'664'525U + 1'013'904'223U;
    const std::size_t piece = 1 + (seed >> 16U) % 9;
    buffer.append(text.substr(0, piece));
    text.remove_prefix(std::min(piece, text.size()));
    if (!drain(parser, buffer, read)) break;
  }
  return read;
}

Read read_whole(std::string_view text) {
  RespParser parser;
  Read read;
  std::string buffer(text);
  drain(parser, buffer, read);
  return read;
}

/// Walks over one RESP value and answers where it ends; aborts when there is none.
std::size_t skip_value(std::string_view text, std::size_t at) {
  const std::size_t end = text.find("\r\n", at);
  require(at < text.size() && end != std::string_view::npos);
  const std::string_view line = text.substr(at + 1, end - at - 1);
  const char type = text[at];
  at = end + 2;
  if (type == '+' || type == '-' || type == '_') return at;
  const std::optional<std::int64_t> number = parse_integer(line);
  require(number.has_value());
  if (type == ':' || *number < 0) return at;
  if (type == '$' || type == '=') {
    at += static_cast<std::size_t>(*number) + 2;
    require(at <= text.size() && text.substr(at - 2, 2) == "\r\n");
    return at;
  }
  require(type == '*' || type == '%' || type == '~');
  const std::int64_t values = type == '%' ? 2 * *number : *number;
  for (std::int64_t i = 0; i < values; ++i) at = skip_value(text, at);
  return at;
}

void check_claim(const RespCommand& command) {
  require(check_name(command.sale).empty() && check_user(command.claim.user).empty());
  require(!command.claim.items.empty() && command.claim.items.size() <= limits::kItemsPerClaimMax);
  for (const ItemView& item : command.claim.items) {
    require(check_name(item.pool).empty() && item.units >= 1 && item.units <= limits::kUnitsMax);
  }
}

void check_command(const std::vector<std::string>& words, RespSession& session) {
  const std::vector<std::string_view> views(words.begin(), words.end());
  Arena arena;
  RespCommand command;
  parse_resp_command(views, arena, command);
  std::string reply = "+\r\n";
  switch (command.kind) {
    case RespKind::kClaim:
      check_claim(command);
      reply.clear();
      write_resp_claim(reply, command.sale, command.claim,
                       {.verdict = Verdict::kAccepted, .claim = command.claim.id, .items = command.claim.items}, 1);
      break;
    case RespKind::kConnection:
      reply.clear();
      write_resp_connection(reply, command.connection, views, session, {});
      break;
    case RespKind::kReply: reply = command.reply; break;
    case RespKind::kInvalid:
      reply.clear();
      write_resp_answer(reply, command.shape, command.answer, 2);
      break;
    case RespKind::kOperation:
    case RespKind::kDo: break;
  }
  require(skip_value(reply, 0) == reply.size());
}

}  // namespace
}  // namespace allot

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace allot;
  if (size < 2) return 0;
  const std::uint32_t seed = data[0] * 256U + data[1];
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const Read whole = read_whole(text);
  require(whole == read_in_pieces(text, seed));
  RespSession session;
  for (const auto& words : whole.commands) check_command(words, session);
  return 0;
}
