// mysql://user:password@host:port/database?socket=…&ssl=…
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace allot::mariadb {

struct MysqlUrl {
  enum class Ssl : std::uint8_t { kAsOffered, kRequired, kVerified };

  std::string user;
  std::string password;
  std::string host = "127.0.0.1";
  unsigned port = 3306;
  std::string database;
  std::string socket;  // a path; then host and port do not count
  Ssl ssl = Ssl::kAsOffered;
};

/// Parts may be percent-encoded. Throws LedgerError that says what is wrong, without the password.
MysqlUrl parse_mysql_url(std::string_view url);

}  // namespace allot::mariadb
