// CLIENT …
#include "wire/resp/resp_connection.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

std::string client_line(const RespSession& session, const RespInfo& info) {
  std::string line = "id=" + std::to_string(session.id);
  line.append(" laddr=").append(info.host).append(":").append(std::to_string(info.port));
  line.append(" name=").append(session.name);
  line.append(" flags=N db=0 sub=0 psub=0 multi=-1 cmd=client resp=").append(std::to_string(session.protocol));
  return line.append("\n");
}

void write_name(std::string& out, const RespSession& session) {
  if (session.name.empty()) return write_resp_null(out, session.protocol);
  write_resp_bulk(out, session.name);
}

/// Subcommands with one word: an answer, or false.
bool write_question(std::string& out, std::string_view word, const RespSession& session, const RespInfo& info) {
  if (equals_lower(word, "id")) {
    write_resp_integer(out, static_cast<std::int64_t>(session.id));
  } else if (equals_lower(word, "getname")) {
    write_name(out, session);
  } else if (equals_lower(word, "info") || equals_lower(word, "list")) {
    write_resp_verbatim(out, client_line(session, info), session.protocol);
  } else {
    return false;
  }
  return true;
}

bool is_on_or_off(std::string_view word) { return equals_lower(word, "on") || equals_lower(word, "off"); }

/// Settings that change nothing here but that libraries send when they connect.
bool is_harmless(RespWords words) {
  const std::string_view word = words[1];
  if (equals_lower(word, "setinfo")) return words.size() == 4;
  if (words.size() != 3) return false;
  if (equals_lower(word, "no-evict") || equals_lower(word, "no-touch")) return is_on_or_off(words[2]);
  if (equals_lower(word, "tracking")) return equals_lower(words[2], "off");
  return equals_lower(word, "reply") && equals_lower(words[2], "on");
}

bool is_refused(std::string_view word) { return equals_lower(word, "tracking") || equals_lower(word, "reply"); }

bool is_known(std::string_view word) {
  for (const std::string_view known : {"setinfo", "no-evict", "no-touch", "setname", "id", "getname", "info"}) {
    if (equals_lower(word, known)) return true;
  }
  return false;
}

}  // namespace

void write_resp_client(std::string& out, RespWords words, RespSession& session, const RespInfo& info) {
  const std::string_view word = words[1];
  const bool list = equals_lower(word, "list");  // may have filters; there is only this connection to tell of
  if ((words.size() == 2 || list) && write_question(out, word, session, info)) return;
  if (is_harmless(words)) return write_resp_simple(out, "OK");
  if (equals_lower(word, "setname") && words.size() == 3) {
    if (set_resp_name(out, words[2], session)) write_resp_simple(out, "OK");
    return;
  }
  if (is_refused(word)) return write_resp_error(out, "ERR CLIENT TRACKING ON and CLIENT REPLY OFF are not offered");
  if (is_known(word)) return write_resp_wrong_count(out, "client");
  write_resp_unknown_subcommand(out, word);
}

}  // namespace allot
