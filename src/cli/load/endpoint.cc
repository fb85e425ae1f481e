#include "cli/load/endpoint.h"

#include "cli/exit_code.h"
#include "cli/serve_options.h"

namespace allot {

Endpoint parse_endpoint(const std::string& text) {
  const std::size_t slashes = text.find("://");
  const std::string scheme = slashes == std::string::npos ? "" : text.substr(0, slashes);
  if (scheme != "http" && scheme != "resp") {
    throw UsageError("'" + text + "': give http://ADDR:PORT or resp://ADDR:PORT");
  }
  std::string rest = text.substr(slashes + 3);
  if (!rest.empty() && rest.back() == '/') rest.pop_back();
  try {
    const Address address = parse_address("target", rest);
    return {scheme == "http" ? DoorKind::kHttp : DoorKind::kResp, address.host, address.port};
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

std::string shown_address(const std::string& host, std::uint16_t port) {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

}  // namespace allot
