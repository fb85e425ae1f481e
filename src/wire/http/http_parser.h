// Bytes of an HTTP/1.1 connection -> one request at a time. No I/O; the head is read by Beast's parser.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace allot {

struct HttpRequest {
  std::string_view method;  // "GET"
  std::string_view path;    // without the query, still percent-encoded
  std::string_view query;   // without '?'
  std::string_view body;
  std::string_view authorization;
  std::string_view accept;
  bool keep_alive = true;
  bool says_keep_alive = false;  // HTTP/1.0: the client wants to be told that the connection stays
  bool refusals_as_200 = false;  // header `Allot-Refusals: 200`
  bool head_only = false;        // HEAD
};

/// Not thread-safe. Bounded by limits::kHttp*. Chunked bodies are read too. `Expect: 100-continue` is
/// answered by the session when wants_continue() turns true.
class HttpParser {
 public:
  enum class Status : unsigned char {
    kRequest,       // request() is whole; consumed() bytes of `input` belong to it or to what came before
    kMore,          // consumed() bytes are done with; what is left must be there again, longer
    kMalformed,     // 400, then close
    kTooLarge,      // 413, then close
    kHeadTooLarge,  // 431, then close
  };

  HttpParser();
  ~HttpParser();
  HttpParser(HttpParser&&) noexcept;
  HttpParser& operator=(HttpParser&&) noexcept;

  /// `input` begins where the last consumed() ended.
  Status next(std::string_view input);
  /// Valid until the next call of next() and while the bytes of `input` are.
  const HttpRequest& request() const;
  std::size_t consumed() const;
  bool wants_continue();  // true once per request
  const std::string& error() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace allot
