// Where a Redis server is and who we are there.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allot {

struct RedisAddress {
  std::string host = "127.0.0.1";
  std::uint16_t port = 6379;
  std::string user;      // ACL; empty: the default user
  std::string password;  // never shown
  int database = 0;

  std::string shown() const { return host + ":" + std::to_string(port); }
};

/// redis://[[user]:password@]host[:port][/database]. Throws std::runtime_error, without the password, when it is not
/// so.
RedisAddress parse_redis_url(std::string_view url);

}  // namespace allot
