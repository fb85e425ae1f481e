// The commands that are about the connection, one function each. `words` is the whole command, with as many
// words as its RespEntry allows.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "wire/resp/resp_reply.h"

namespace allot {

/// What clients that ask for a Redis version are told: the one whose protocol this is.
inline constexpr std::string_view kRedisVersion = "7.0.0";

using RespWords = std::span<const std::string_view>;

void write_resp_client(std::string& out, RespWords words, RespSession& session, const RespInfo& info);
void write_resp_command_info(std::string& out, RespWords words, int protocol);
void write_resp_info(std::string& out, RespWords words, int protocol, const RespInfo& info);
void write_resp_cluster(std::string& out, RespWords words, int protocol, const RespInfo& info);

/// False, and an error in `out`, when `name` may not be a connection's name.
bool set_resp_name(std::string& out, std::string_view name, RespSession& session);
void write_resp_unknown_subcommand(std::string& out, std::string_view word);
void write_resp_wrong_count(std::string& out, std::string_view command);

}  // namespace allot
