#include "ledger/mariadb/mysql_url.h"

#include <charconv>
#include <cstdint>

#include "ledger/ledger.h"

namespace allot::mariadb {
namespace {

[[noreturn]] void refuse(std::string_view why) {
  throw LedgerError("the ledger URL 'mysql://…' " + std::string(why) +
                    "; write it as mysql://user:password@host:port/database, optionally with ?socket=PATH and "
                    "&ssl=required or &ssl=verified");
}

std::string decoded(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    unsigned byte = 0;
    const std::string_view digits = text.substr(i + 1, 2);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), byte, 16);
    if (digits.size() != 2 || error != std::errc{} || end != digits.data() + 2 || byte == 0) {
      refuse("has a % without two hexadecimal digits behind it");
    }
    plain += static_cast<char>(byte);
    i += 2;
  }
  return plain;
}

// What stands before the first `mark`, which is taken away too; everything when there is none.
std::string_view take(std::string_view& text, char mark) {
  const std::size_t at = text.find(mark);
  const std::string_view front = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return front;
}

void read_server(std::string_view text, MysqlUrl& url) {
  std::string_view port;
  if (text.starts_with('[')) {
    text.remove_prefix(1);
    url.host = take(text, ']');
    if (text.starts_with(':')) port = text.substr(1);
  } else {
    const std::string_view host = take(text, ':');
    if (!host.empty()) url.host = decoded(host);
    port = text;
  }
  if (port.empty()) return;
  const auto [end, error] = std::from_chars(port.data(), port.data() + port.size(), url.port);
  if (error != std::errc{} || end != port.data() + port.size() || url.port == 0 || url.port > 65535) {
    refuse("has a port that is not 1 to 65535");
  }
}

void read_option(std::string_view text, MysqlUrl& url) {
  const std::string_view name = take(text, '=');
  const std::string value = decoded(text);
  if (name == "socket") {
    url.socket = value;
  } else if (name == "ssl" && value == "required") {
    url.ssl = MysqlUrl::Ssl::kRequired;
  } else if (name == "ssl" && value == "verified") {
    url.ssl = MysqlUrl::Ssl::kVerified;
  } else {
    refuse("has an option that is unknown");
  }
}

}  // namespace

MysqlUrl parse_mysql_url(std::string_view text) {
  MysqlUrl url;
  text.remove_prefix(text.find("://") + 3);
  std::string_view place = take(text, '?');
  while (!text.empty()) read_option(take(text, '&'), url);
  std::string_view server = take(place, '/');
  url.database = decoded(place);
  if (url.database.empty()) refuse("names no database");
  if (const std::size_t at = server.rfind('@'); at != std::string_view::npos) {
    std::string_view user = server.substr(0, at);
    server.remove_prefix(at + 1);
    url.user = decoded(take(user, ':'));
    url.password = decoded(user);
  }
  read_server(server, url);
  return url;
}

}  // namespace allot::mariadb
