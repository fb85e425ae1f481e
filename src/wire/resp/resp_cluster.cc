// CLUSTER …: one node that owns every slot, so that cluster clients route everything here.
#include <cstdint>

#include "wire/resp/resp_connection.h"
#include "wire/resp/resp_out.h"
#include "wire/resp/resp_table.h"

namespace allot {
namespace {

constexpr std::int64_t kSlots = 16'384;
constexpr std::string_view kNodeId = "a110700000000000000000000000000000000001";
static_assert(kNodeId.size() == 40);

/// CRC-16/XMODEM, bit by bit: nobody asks for slots often.
std::uint16_t crc16(std::string_view text) {
  std::uint32_t crc = 0;
  for (const char c : text) {
    crc ^= static_cast<std::uint32_t>(static_cast<unsigned char>(c)) << 8U;
    for (int bit = 0; bit < 8; ++bit) crc = (crc & 0x8000U) != 0 ? (crc << 1U) ^ 0x1021U : crc << 1U;
    crc &= 0xFFFFU;
  }
  return static_cast<std::uint16_t>(crc);
}

/// Only what stands in the first braces counts, if it is not empty.
std::string_view hashed_part(std::string_view key) {
  const std::size_t open = key.find('{');
  if (open == std::string_view::npos) return key;
  const std::size_t close = key.find('}', open + 1);
  if (close == std::string_view::npos || close == open + 1) return key;
  return key.substr(open + 1, close - open - 1);
}

void write_slots(std::string& out, const RespInfo& info) {
  write_resp_array(out, 1);
  write_resp_array(out, 3);
  write_resp_integer(out, 0);
  write_resp_integer(out, kSlots - 1);
  write_resp_array(out, 4);
  write_resp_bulk(out, info.host);
  write_resp_integer(out, info.port);
  write_resp_bulk(out, kNodeId);
  write_resp_array(out, 0);
}

void write_node(std::string& out, int protocol, const RespInfo& info) {
  const auto text = [&out](std::string_view key, std::string_view value) {
    write_resp_bulk(out, key);
    write_resp_bulk(out, value);
  };
  write_resp_map(out, 7, protocol);
  text("id", kNodeId);
  write_resp_bulk(out, "port");
  write_resp_integer(out, info.port);
  text("ip", info.host);
  text("endpoint", info.host);
  text("role", "master");
  write_resp_bulk(out, "replication-offset");
  write_resp_integer(out, 0);
  text("health", "online");
}

void write_shards(std::string& out, int protocol, const RespInfo& info) {
  write_resp_array(out, 1);
  write_resp_map(out, 2, protocol);
  write_resp_bulk(out, "slots");
  write_resp_array(out, 2);
  write_resp_integer(out, 0);
  write_resp_integer(out, kSlots - 1);
  write_resp_bulk(out, "nodes");
  write_resp_array(out, 1);
  write_node(out, protocol, info);
}

std::string nodes_text(const RespInfo& info) {
  const std::string port = std::to_string(info.port);
  std::string text(kNodeId);
  text.append(" ").append(info.host).append(":").append(port).append("@").append(port);
  return text.append(" myself,master - 0 0 1 connected 0-16383\n");
}

constexpr std::string_view kInfoText =
    "cluster_enabled:1\r\ncluster_state:ok\r\ncluster_slots_assigned:16384\r\ncluster_slots_ok:16384\r\n"
    "cluster_slots_pfail:0\r\ncluster_slots_fail:0\r\ncluster_known_nodes:1\r\ncluster_size:1\r\n"
    "cluster_current_epoch:1\r\ncluster_my_epoch:1\r\n";

}  // namespace

void write_resp_cluster(std::string& out, RespWords words, int protocol, const RespInfo& info) {
  const std::string_view word = words[1];
  if (equals_lower(word, "keyslot")) {
    if (words.size() != 3) return write_resp_wrong_count(out, "cluster|keyslot");
    return write_resp_integer(out, crc16(hashed_part(words[2])) % kSlots);
  }
  if (words.size() != 2) return write_resp_wrong_count(out, "cluster");
  if (equals_lower(word, "info")) return write_resp_verbatim(out, kInfoText, protocol);
  if (equals_lower(word, "slots")) return write_slots(out, info);
  if (equals_lower(word, "shards")) return write_shards(out, protocol, info);
  if (equals_lower(word, "nodes")) return write_resp_verbatim(out, nodes_text(info), protocol);
  if (equals_lower(word, "myid")) return write_resp_bulk(out, kNodeId);
  write_resp_unknown_subcommand(out, word);
}

}  // namespace allot
