#include "wire/resp/resp_connection.h"

#include <array>
#include <optional>
#include <utility>

#include "core/limits.h"
#include "core/values.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

constexpr std::string_view kWrongPassword = "WRONGPASS invalid username-password pair or user is disabled.";

void write_ping(std::string& out, RespWords words) {
  if (words.size() == 1) return write_resp_simple(out, "PONG");
  write_resp_bulk(out, words[1]);
}

/// Without keys there is one user, who needs none: as Redis has it when no password is set.
void write_auth(std::string& out, RespWords words) {
  if (words.size() == 2) {
    return write_resp_error(out,
                            "ERR AUTH <password> called without any password configured for the default user. "
                            "Are you sure your configuration is correct?");
  }
  if (words[1] != "default") return write_resp_error(out, kWrongPassword);
  write_resp_simple(out, "OK");
}

void write_server(std::string& out, const RespSession& session) {
  const auto text = [&out](std::string_view key, std::string_view value) {
    write_resp_bulk(out, key);
    write_resp_bulk(out, value);
  };
  write_resp_map(out, 7, session.protocol);
  text("server", "allot");
  text("version", kRedisVersion);
  write_resp_bulk(out, "proto");
  write_resp_integer(out, session.protocol);
  write_resp_bulk(out, "id");
  write_resp_integer(out, static_cast<std::int64_t>(session.id));
  text("mode", "standalone");
  text("role", "master");
  write_resp_bulk(out, "modules");
  write_resp_array(out, 0);
}

/// [AUTH user password] [SETNAME name]; false when an error was written.
bool apply_hello_options(std::string& out, RespWords options, RespSession& session) {
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (equals_lower(options[i], "auth") && i + 2 < options.size()) {
      if (options[i + 1] != "default") {
        write_resp_error(out, kWrongPassword);
        return false;
      }
      i += 2;
    } else if (equals_lower(options[i], "setname") && i + 1 < options.size()) {
      if (!set_resp_name(out, options[++i], session)) return false;
    } else {
      write_resp_error(out, "ERR syntax error in HELLO");
      return false;
    }
  }
  return true;
}

/// Nothing of the connection changes unless the whole command is good.
void write_hello(std::string& out, RespWords words, RespSession& session) {
  RespSession changed = session;
  if (words.size() > 1) {
    const std::optional<std::int64_t> protocol = parse_integer(words[1]);
    if (!protocol) return write_resp_error(out, "ERR Protocol version is not an integer or out of range");
    if (*protocol != 2 && *protocol != 3) return write_resp_error(out, "NOPROTO unsupported protocol version");
    changed.protocol = static_cast<int>(*protocol);
    if (!apply_hello_options(out, words.subspan(2), changed)) return;
  }
  session = std::move(changed);
  write_server(out, session);
}

void write_select(std::string& out, RespWords words) {
  const std::optional<std::int64_t> index = parse_integer(words[1]);
  if (!index) return write_resp_error(out, "ERR value is not an integer or out of range");
  if (*index != 0) return write_resp_error(out, "ERR DB index is out of range");
  write_resp_simple(out, "OK");
}

void write_quit(std::string& out, RespSession& session) {
  session.quit = true;
  write_resp_simple(out, "OK");
}

void write_reset(std::string& out, RespSession& session) {
  session.protocol = 2;
  session.name.clear();
  write_resp_simple(out, "RESET");
}

/// What load generators and libraries ask Redis for; nothing of it can be set here.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kSettings = {{
    {"appendonly", "no"},
    {"databases", "1"},
    {"maxmemory", "0"},
    {"maxmemory-policy", "noeviction"},
    {"save", ""},
}};

bool is_asked(std::string_view setting, RespWords asked) {
  for (const std::string_view word : asked) {
    if (word == "*" || equals_lower(word, setting)) return true;
  }
  return false;
}

/// CONFIG GET name [name …]: what is not known is left out, as Redis does.
void write_config(std::string& out, RespWords words, int protocol) {
  if (!equals_lower(words[1], "get")) return write_resp_unknown_subcommand(out, words[1]);
  if (words.size() < 3) return write_resp_wrong_count(out, "config|get");
  std::string pairs;
  std::size_t found = 0;
  for (const auto& [setting, value] : kSettings) {
    if (!is_asked(setting, words.subspan(2))) continue;
    write_resp_bulk(pairs, setting);
    write_resp_bulk(pairs, value);
    ++found;
  }
  write_resp_map(out, found, protocol);
  out.append(pairs);
}

}  // namespace

bool set_resp_name(std::string& out, std::string_view name, RespSession& session) {
  bool good = name.size() <= limits::kRespNameBytesMax;
  for (const char c : name) good = good && c > ' ' && c < '\x7F';
  if (good) {
    session.name = name;
  } else {
    write_resp_error(out, "ERR Client names cannot contain spaces, newlines or special characters.");
  }
  return good;
}

void write_resp_unknown_subcommand(std::string& out, std::string_view word) {
  std::string message = "ERR unknown subcommand '";
  message.append(word.substr(0, limits::kNameBytesMax)).push_back('\'');
  write_resp_error(out, message);
}

void write_resp_wrong_count(std::string& out, std::string_view command) {
  std::string message = "ERR wrong number of arguments for '";
  message.append(command).append("' command");
  write_resp_error(out, message);
}

void write_resp_connection(std::string& out, RespConnection what, RespWords words, RespSession& session,
                           const RespInfo& info) {
  switch (what) {
    case RespConnection::kPing: return write_ping(out, words);
    case RespConnection::kEcho: return write_resp_bulk(out, words[1]);
    case RespConnection::kHello: return write_hello(out, words, session);
    case RespConnection::kAuth: return write_auth(out, words);
    case RespConnection::kClient: return write_resp_client(out, words, session, info);
    case RespConnection::kCommandInfo: return write_resp_command_info(out, words, session.protocol);
    case RespConnection::kSelect: return write_select(out, words);
    case RespConnection::kInfo: return write_resp_info(out, words, session.protocol, info);
    case RespConnection::kQuit: return write_quit(out, session);
    case RespConnection::kReset: return write_reset(out, session);
    case RespConnection::kCluster: return write_resp_cluster(out, words, session.protocol, info);
    case RespConnection::kConfig: return write_config(out, words, session.protocol);
  }
}

}  // namespace allot
