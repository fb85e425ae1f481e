// INFO: the fields that libraries and dashboards look for.
#include <array>

#include "wire/resp/resp_connection.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

struct Section {
  std::string_view name;   // lower case
  std::string_view title;  // "# Server"
  std::string (*text)(const RespInfo& info);
};

std::string line(std::string_view key, std::string_view value) {
  return std::string(key).append(":").append(value).append("\r\n");
}

std::string server(const RespInfo& info) {
  return line("redis_version", kRedisVersion) + line("redis_mode", "standalone") +
         line("allot_version", ALLOT_VERSION) + line("tcp_port", std::to_string(info.port)) +
         line("uptime_in_seconds", std::to_string(info.uptime_seconds)) +
         line("uptime_in_days", std::to_string(info.uptime_seconds / 86'400));
}

std::string clients(const RespInfo& info) { return line("connected_clients", std::to_string(info.connections)); }
std::string persistence(const RespInfo&) { return line("loading", "0"); }
std::string replication(const RespInfo&) { return line("role", "master") + line("connected_slaves", "0"); }
std::string cluster(const RespInfo&) { return line("cluster_enabled", "1"); }
std::string keyspace(const RespInfo&) { return {}; }

constexpr std::array<Section, 6> kSections = {{
    {"server", "# Server", server},
    {"clients", "# Clients", clients},
    {"persistence", "# Persistence", persistence},
    {"replication", "# Replication", replication},
    {"cluster", "# Cluster", cluster},
    {"keyspace", "# Keyspace", keyspace},
}};

bool is_asked(const Section& section, RespWords asked) {
  if (asked.empty()) return true;
  for (const std::string_view word : asked) {
    if (equals_lower(word, section.name) || equals_lower(word, "all") || equals_lower(word, "default") ||
        equals_lower(word, "everything")) {
      return true;
    }
  }
  return false;
}

}  // namespace

void write_resp_info(std::string& out, RespWords words, int protocol, const RespInfo& info) {
  std::string text;
  for (const Section& section : kSections) {
    if (!is_asked(section, words.subspan(1))) continue;
    if (!text.empty()) text.append("\r\n");
    text.append(section.title).append("\r\n").append(section.text(info));
  }
  write_resp_verbatim(out, text, protocol);
}

}  // namespace allot
