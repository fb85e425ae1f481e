#include "wire/resp/resp_command.h"

#include "core/values.h"
#include "wire/resp/resp_claim_words.h"
#include "wire/resp/resp_operation_words.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

void refuse_error(RespCommand& command, std::string_view message) {
  command.kind = RespKind::kReply;
  command.reply.clear();
  write_resp_error(command.reply, message);
}

void refuse_unknown(RespCommand& command, std::string_view word) {
  constexpr std::size_t kShownBytesMax = 64;
  std::string message = "ERR unknown command '";
  message.append(word.substr(0, kShownBytesMax)).push_back('\'');
  refuse_error(command, message);
}

void refuse_count(RespCommand& command, std::string_view name) {
  std::string message = "ERR wrong number of arguments for '";
  message.append(name).append("' command");
  refuse_error(command, message);
}

void refuse_later(RespCommand& command, std::string_view name) {
  std::string message = "ERR '";
  for (const char c : name) message.push_back(c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c);
  refuse_error(command, message.append("' is not offered by this version"));
}

/// A bad value is a verdict, in the shape that the answer would have had.
void refuse_value(RespCommand& command, RespShape shape, const WordsError& error) {
  command.kind = RespKind::kInvalid;
  command.shape = shape;
  command.answer = Answer{};
  command.answer.verdict = Verdict::kInvalid;
  command.answer.field = error.field;
  command.answer.detail = error.detail;
}

void refuse(RespCommand& command, std::string_view name, RespShape shape, const WordsError& error) {
  switch (error.kind) {
    case WordsFault::kNone: return;
    case WordsFault::kCount: return refuse_count(command, name);
    case WordsFault::kSyntax: return refuse_error(command, "ERR syntax error");
    case WordsFault::kValue: return refuse_value(command, shape, error);
  }
}

void parse_claim(std::span<const std::string_view> words, Arena& arena, RespCommand& command) {
  command.kind = RespKind::kClaim;
  command.shape = RespShape::kClaimRow;
  WordsError error;
  if (!parse_claim_words(words, arena, command.sale, command.claim, error)) {
    refuse(command, "claim", RespShape::kClaimRow, error);
  }
}

void parse_operation(std::span<const std::string_view> words, const RespEntry& entry, RespCommand& command) {
  command.kind = RespKind::kOperation;
  WordsError error;
  if (!parse_operation_words(entry.word, words, command.operation, command.shape, error)) {
    refuse(command, entry.name, command.shape, error);
  }
}

void set_connection(RespCommand& command, RespConnection connection) {
  command.kind = RespKind::kConnection;
  command.connection = connection;
}

void set_do(std::span<const std::string_view> words, RespCommand& command) {
  command.kind = RespKind::kDo;
  command.method = words[1];
  command.path = words[2];
  command.body = words.size() > 3 ? words[3] : std::string_view{};
}

void dispatch(std::span<const std::string_view> words, Arena& arena, const RespEntry& entry, RespCommand& command) {
  switch (entry.word) {
    case RespWord::kClaim: return parse_claim(words, arena, command);
    case RespWord::kConfirm:
    case RespWord::kRelease:
    case RespWord::kExtend:
    case RespWord::kRestock:
    case RespWord::kStock:
    case RespWord::kSaleCreate:
    case RespWord::kSaleGet:
    case RespWord::kSalePause:
    case RespWord::kSaleResume:
    case RespWord::kSaleClose:
    case RespWord::kClaimGet:
    case RespWord::kAudit: return parse_operation(words, entry, command);
    case RespWord::kDo: return set_do(words, command);
    case RespWord::kPing: return set_connection(command, RespConnection::kPing);
    case RespWord::kEcho: return set_connection(command, RespConnection::kEcho);
    case RespWord::kHello: return set_connection(command, RespConnection::kHello);
    case RespWord::kAuth: return set_connection(command, RespConnection::kAuth);
    case RespWord::kClient: return set_connection(command, RespConnection::kClient);
    case RespWord::kCommand: return set_connection(command, RespConnection::kCommandInfo);
    case RespWord::kSelect: return set_connection(command, RespConnection::kSelect);
    case RespWord::kInfo: return set_connection(command, RespConnection::kInfo);
    case RespWord::kQuit: return set_connection(command, RespConnection::kQuit);
    case RespWord::kReset: return set_connection(command, RespConnection::kReset);
    case RespWord::kCluster: return set_connection(command, RespConnection::kCluster);
    case RespWord::kConfig: return set_connection(command, RespConnection::kConfig);
    case RespWord::kLater: return refuse_later(command, entry.name);
  }
}

/// The word that nearly every command is, without a look at the table.
bool is_claim(std::string_view word) noexcept {
  if (word.size() == 5) return equals_lower(word, "claim");
  return word.size() == 11 && equals_lower(word, "allot.claim");
}

}  // namespace

void parse_resp_command(std::span<const std::string_view> words, Arena& arena, RespCommand& command) {
  if (words.empty()) return refuse_unknown(command, {});
  if (is_claim(words.front())) return parse_claim(words, arena, command);
  const RespEntry* entry = find_resp_entry(words.front());
  if (entry == nullptr) return refuse_unknown(command, words.front());
  if (words.size() < entry->words_min || words.size() > entry->words_max) return refuse_count(command, entry->name);
  dispatch(words, arena, *entry, command);
}

}  // namespace allot
