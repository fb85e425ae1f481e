#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/arena.h"
#include "wire/resp/resp_command.h"
#include "wire/resp/resp_reply.h"

namespace allot {
namespace {

/// One connection that is asked in inline words.
class RespConnectionTest : public ::testing::Test {
 protected:
  std::string ask(const std::vector<std::string_view>& words) {
    Arena arena;
    RespCommand command;
    parse_resp_command(words, arena, command);
    if (command.kind == RespKind::kReply) return command.reply;
    EXPECT_EQ(command.kind, RespKind::kConnection);
    std::string out;
    write_resp_connection(out, command.connection, words, session_, info_);
    return out;
  }

  void expect_holds(const std::vector<std::string_view>& words, std::string_view part) {
    const std::string reply = ask(words);
    EXPECT_NE(reply.find(part), std::string::npos) << reply;
  }

  RespSession session_{.protocol = 2, .id = 7, .name = "", .quit = false};
  RespInfo info_{.host = "10.0.0.1", .port = 7479, .uptime_seconds = 90'000, .connections = 3};
};

TEST_F(RespConnectionTest, PingEchoSelect) {
  EXPECT_EQ(ask({"PING"}), "+PONG\r\n");
  EXPECT_EQ(ask({"ping", "hi"}), "$2\r\nhi\r\n");
  EXPECT_EQ(ask({"ECHO", "a\r\n"}), "$3\r\na\r\n\r\n");
  EXPECT_EQ(ask({"SELECT", "0"}), "+OK\r\n");
  EXPECT_EQ(ask({"SELECT", "1"}), "-ERR DB index is out of range\r\n");
  EXPECT_EQ(ask({"SELECT", "x"}), "-ERR value is not an integer or out of range\r\n");
}

TEST_F(RespConnectionTest, HelloSwitchesTheProtocol) {
  EXPECT_TRUE(ask({"HELLO"}).starts_with("*14\r\n$6\r\nserver\r\n$5\r\nallot\r\n$7\r\nversion\r\n"));
  const std::string three = ask({"hello", "3", "AUTH", "default", "x", "SETNAME", "shop"});
  EXPECT_TRUE(three.starts_with("%7\r\n$6\r\nserver\r\n")) << three;
  EXPECT_NE(three.find("$5\r\nproto\r\n:3\r\n$2\r\nid\r\n:7\r\n"), std::string::npos) << three;
  EXPECT_EQ(session_.protocol, 3);
  EXPECT_EQ(session_.name, "shop");
  EXPECT_TRUE(ask({"HELLO", "2"}).starts_with("*14\r\n"));
}

TEST_F(RespConnectionTest, ABadHelloChangesNothing) {
  EXPECT_EQ(ask({"HELLO", "4"}), "-NOPROTO unsupported protocol version\r\n");
  EXPECT_EQ(ask({"HELLO", "x"}), "-ERR Protocol version is not an integer or out of range\r\n");
  EXPECT_EQ(ask({"HELLO", "3", "SETNAME", "good", "WHAT"}), "-ERR syntax error in HELLO\r\n");
  EXPECT_EQ(ask({"HELLO", "3", "SETNAME"}), "-ERR syntax error in HELLO\r\n");
  EXPECT_TRUE(ask({"HELLO", "3", "AUTH", "bob", "x"}).starts_with("-WRONGPASS "));
  EXPECT_TRUE(ask({"HELLO", "3", "SETNAME", "a b"}).starts_with("-ERR Client names cannot contain spaces"));
  EXPECT_EQ(session_.protocol, 2);
  EXPECT_EQ(session_.name, "");
}

TEST_F(RespConnectionTest, AuthHasNothingToCheck) {
  EXPECT_TRUE(ask({"AUTH", "x"}).starts_with("-ERR AUTH <password> called without any password configured"));
  EXPECT_EQ(ask({"AUTH", "default", "x"}), "+OK\r\n");
  EXPECT_TRUE(ask({"AUTH", "bob", "x"}).starts_with("-WRONGPASS "));
}

TEST_F(RespConnectionTest, ClientKeepsAName) {
  EXPECT_EQ(ask({"CLIENT", "GETNAME"}), "$-1\r\n");
  session_.protocol = 3;
  EXPECT_EQ(ask({"CLIENT", "GETNAME"}), "_\r\n");
  EXPECT_EQ(ask({"CLIENT", "SETNAME", "shop-1"}), "+OK\r\n");
  EXPECT_EQ(ask({"client", "getname"}), "$6\r\nshop-1\r\n");
  EXPECT_TRUE(ask({"CLIENT", "SETNAME", std::string(257, 'n')}).starts_with("-ERR Client names"));
  EXPECT_EQ(ask({"CLIENT", "ID"}), ":7\r\n");
  expect_holds({"CLIENT", "INFO"}, "id=7 laddr=10.0.0.1:7479 name=shop-1 ");
  expect_holds({"CLIENT", "LIST", "TYPE", "normal"}, "id=7 ");
}

TEST_F(RespConnectionTest, ClientTakesWhatLibrariesSend) {
  EXPECT_EQ(ask({"CLIENT", "SETINFO", "LIB-NAME", "redis-py"}), "+OK\r\n");
  EXPECT_EQ(ask({"CLIENT", "NO-EVICT", "ON"}), "+OK\r\n");
  EXPECT_EQ(ask({"CLIENT", "NO-TOUCH", "off"}), "+OK\r\n");
  EXPECT_EQ(ask({"CLIENT", "TRACKING", "OFF"}), "+OK\r\n");
  EXPECT_EQ(ask({"CLIENT", "REPLY", "ON"}), "+OK\r\n");
  EXPECT_EQ(ask({"CLIENT", "REPLY", "OFF"}), "-ERR CLIENT TRACKING ON and CLIENT REPLY OFF are not offered\r\n");
  EXPECT_EQ(ask({"CLIENT", "KILL", "1.2.3.4:5"}), "-ERR unknown subcommand 'KILL'\r\n");
  EXPECT_EQ(ask({"CLIENT", "SETNAME"}), "-ERR wrong number of arguments for 'client' command\r\n");
}

TEST_F(RespConnectionTest, CommandDescribesCommands) {
  const std::string claim = "*10\r\n$5\r\nclaim\r\n:-6\r\n*1\r\n+write\r\n:1\r\n:1\r\n:1\r\n*0\r\n*0\r\n*0\r\n*0\r\n";
  EXPECT_EQ(ask({"COMMAND", "INFO", "CLAIM", "nonsense"}), "*2\r\n" + claim + "$-1\r\n");
  EXPECT_NE(ask({"COMMAND"}).find(claim), std::string::npos);
  EXPECT_EQ(ask({"COMMAND"}).find("team.open"), std::string::npos) << "what is not offered is not listed";
  EXPECT_EQ(ask({"COMMAND", "COUNT"}).substr(1), ask({"COMMAND", "LIST"}).substr(1, 4));
  EXPECT_EQ(ask({"COMMAND", "DOCS", "claim"}), "*2\r\n$5\r\nclaim\r\n*2\r\n$5\r\ngroup\r\n$7\r\ngeneric\r\n");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "CLAIM", "s", "u", "-", "red", "1"}), "*1\r\n$1\r\ns\r\n");
  EXPECT_EQ(ask({"COMMAND", "GETKEYS", "PING"}), "-ERR The command has no key arguments\r\n");
  EXPECT_EQ(ask({"COMMAND", "WHAT"}), "-ERR unknown subcommand 'WHAT'\r\n");
}

TEST_F(RespConnectionTest, InfoHasSections) {
  for (const char* part : {"redis_version:7.0.0\r\n", "redis_mode:standalone\r\n", "loading:0\r\n", "role:master\r\n",
                           "connected_clients:3\r\n", "uptime_in_seconds:90000\r\n", "tcp_port:7479\r\n"}) {
    expect_holds({"INFO"}, part);
  }
  EXPECT_EQ(ask({"INFO", "Clients"}), "$32\r\n# Clients\r\nconnected_clients:3\r\n\r\n");
  EXPECT_EQ(ask({"INFO", "nothing"}), "$0\r\n\r\n");
  session_.protocol = 3;
  EXPECT_EQ(ask({"INFO", "clients"}), "=36\r\ntxt:# Clients\r\nconnected_clients:3\r\n\r\n");
}

TEST_F(RespConnectionTest, OneNodeOwnsEverySlot) {
  const std::string id = "a110700000000000000000000000000000000001";
  EXPECT_EQ(ask({"CLUSTER", "SLOTS"}),
            "*1\r\n*3\r\n:0\r\n:16383\r\n*4\r\n$8\r\n10.0.0.1\r\n:7479\r\n$40\r\n" + id + "\r\n*0\r\n");
  EXPECT_EQ(ask({"CLUSTER", "MYID"}), "$40\r\n" + id + "\r\n");
  expect_holds({"CLUSTER", "INFO"}, "cluster_state:ok\r\n");
  expect_holds({"CLUSTER", "NODES"}, id + " 10.0.0.1:7479@7479 myself,master - 0 0 1 connected 0-16383\n");
  EXPECT_TRUE(
      ask({"CLUSTER", "SHARDS"}).starts_with("*1\r\n*4\r\n$5\r\nslots\r\n*2\r\n:0\r\n:16383\r\n$5\r\nnodes\r\n*1\r\n"));
  EXPECT_EQ(ask({"CLUSTER", "KEYSLOT", "123456789"}), ":12739\r\n");
  EXPECT_EQ(ask({"CLUSTER", "KEYSLOT", "foo{hash_tag}"}), ask({"CLUSTER", "KEYSLOT", "hash_tag"}));
  EXPECT_EQ(ask({"CLUSTER", "MEET"}), "-ERR unknown subcommand 'MEET'\r\n");
}

TEST_F(RespConnectionTest, ConfigHasWhatLoadGeneratorsAskFor) {
  EXPECT_EQ(ask({"CONFIG", "GET", "save"}), "*2\r\n$4\r\nsave\r\n$0\r\n\r\n");
  EXPECT_EQ(ask({"CONFIG", "GET", "appendonly"}), "*2\r\n$10\r\nappendonly\r\n$2\r\nno\r\n");
  EXPECT_EQ(ask({"CONFIG", "GET", "nothing"}), "*0\r\n");
  EXPECT_EQ(ask({"CONFIG", "SET", "save", "1"}), "-ERR unknown subcommand 'SET'\r\n");
}

TEST_F(RespConnectionTest, QuitAndReset) {
  ask({"HELLO", "3", "SETNAME", "a"});
  EXPECT_EQ(ask({"RESET"}), "+RESET\r\n");
  EXPECT_EQ(session_.protocol, 2);
  EXPECT_EQ(session_.name, "");
  EXPECT_FALSE(session_.quit);
  EXPECT_EQ(ask({"QUIT"}), "+OK\r\n");
  EXPECT_TRUE(session_.quit);
}

}  // namespace
}  // namespace allot
