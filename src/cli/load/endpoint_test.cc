#include "cli/load/endpoint.h"

#include <gtest/gtest.h>

#include "cli/demo/child_server.h"
#include "cli/exit_code.h"

namespace allot {
namespace {

TEST(Endpoint, IsReadOrRefused) {
  const Endpoint http = parse_endpoint("http://127.0.0.1:7480/");
  EXPECT_EQ(http.door, DoorKind::kHttp);
  EXPECT_EQ(http.host, "127.0.0.1");
  EXPECT_EQ(http.port, 7480);
  const Endpoint resp = parse_endpoint("resp://[::1]:7479");
  EXPECT_EQ(resp.door, DoorKind::kResp);
  EXPECT_EQ(shown_address(resp.host, resp.port), "[::1]:7479");
  for (const char* wrong :
       {"", "127.0.0.1:7480", "redis://127.0.0.1:1", "http://", "http://127.0.0.1", "resp://a:70000"}) {
    EXPECT_THROW(parse_endpoint(wrong), UsageError) << wrong;
  }
}

TEST(ReadyLine, NamesBothDoors) {
  const ReadyLine ready = parse_ready_line("ready http=127.0.0.1:41 resp=[::1]:42");
  EXPECT_EQ(ready.http.port, 41);
  EXPECT_EQ(ready.resp.host, "::1");
  EXPECT_EQ(ready.resp.port, 42);
  EXPECT_THROW(parse_ready_line("ready"), std::runtime_error);
  EXPECT_THROW(parse_ready_line(""), std::runtime_error);
}

}  // namespace
}  // namespace allot
