// Where a door is: "http://127.0.0.1:7480", "resp://[::1]:7479".
#pragma once

#include <cstdint>
#include <string>

#include "cli/load/codec.h"

namespace allot {

struct Endpoint {
  DoorKind door = DoorKind::kHttp;
  std::string host;
  std::uint16_t port = 0;
};

/// Throws UsageError. `text` with "http://" or "resp://" in front.
Endpoint parse_endpoint(const std::string& text);

/// "127.0.0.1:7480", "[::1]:7480": as the options want it.
std::string shown_address(const std::string& host, std::uint16_t port);

}  // namespace allot
