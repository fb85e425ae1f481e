// One HTTP/1.1 response with a Content-Length, as this server writes them.
#pragma once

#include <string_view>

namespace allot {

struct HttpResponse {
  int status = 0;
  std::string_view body;
};

/// Bytes of the first response in `input`, 0 while it is not all there. Throws std::runtime_error when it is none.
std::size_t parse_http_response(std::string_view input, HttpResponse& response);

}  // namespace allot
