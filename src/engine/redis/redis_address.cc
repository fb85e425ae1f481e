#include "engine/redis/redis_address.h"

#include <charconv>
#include <optional>
#include <stdexcept>

namespace allot {
namespace {

constexpr std::string_view kScheme = "redis://";

[[noreturn]] void refuse(const std::string& why) {
  throw std::runtime_error("the Redis URL " + why + "; write it as redis://[user:password@]host[:port][/database]");
}

int hex(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      out += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex(text[i + 2]) : -1;
    if (high < 0 || low < 0) refuse("has a % in its user or password that two hexadecimal digits do not follow");
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

template <class Number>
Number number(std::string_view text, Number max, const char* what) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size() || value > max) {
    refuse(std::string("has the ") + what + " '" + std::string(text) + "', which is no number up to " +
           std::to_string(max));
  }
  return value;
}

}  // namespace

RedisAddress parse_redis_url(std::string_view url) {
  if (url.starts_with("rediss://")) refuse("asks for TLS, which is not offered by this version");
  if (!url.starts_with(kScheme)) refuse("does not begin with redis://");
  url.remove_prefix(kScheme.size());
  RedisAddress address;
  if (const auto at = url.rfind('@'); at != std::string_view::npos) {
    const std::string_view who = url.substr(0, at);
    const auto colon = who.find(':');
    if (colon == std::string_view::npos) refuse("has a user without a password");
    address.user = decoded(who.substr(0, colon));
    address.password = decoded(who.substr(colon + 1));
    url.remove_prefix(at + 1);
  }
  if (const auto slash = url.find('/'); slash != std::string_view::npos) {
    const std::string_view database = url.substr(slash + 1);
    if (!database.empty()) address.database = number<int>(database, 65535, "database");
    url = url.substr(0, slash);
  }
  const auto bracket = url.rfind(']');
  const auto colon = url.rfind(':');
  if (colon != std::string_view::npos && (bracket == std::string_view::npos || colon > bracket)) {
    address.port = number<std::uint16_t>(url.substr(colon + 1), 65535, "port");
    url = url.substr(0, colon);
  }
  if (url.starts_with('[') && url.ends_with(']')) url = url.substr(1, url.size() - 2);
  if (url.empty()) refuse("names no host");
  address.host = std::string(url);
  return address;
}

}  // namespace allot
