// A blocking HTTP/1.1 client for the commands that ask a running server.
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace allot {

struct HttpAnswer {
  int status = 0;
  std::string body;
};

/// Keeps its connection from call to call and opens it anew when the server has closed it. Not thread-safe.
class HttpClient {
 public:
  /// `address`: ADDR:PORT. Throws UsageError when it is none. Connects with the first request.
  explicit HttpClient(const std::string& address);
  ~HttpClient();
  HttpClient(HttpClient&&) noexcept;
  HttpClient& operator=(HttpClient&&) noexcept;

  /// Throws Unreachable when nothing listens there, or no whole answer came.
  HttpAnswer request(std::string_view method, std::string_view target, std::string_view body = {});

 private:
  struct Connection;
  std::unique_ptr<Connection> connection_;
};

}  // namespace allot
