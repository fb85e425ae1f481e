#include "cli/http_client.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include "cli/exit_code.h"
#include "cli/load/endpoint.h"
#include "cli/serve_options.h"

namespace allot {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace {

constexpr std::uint64_t kBodyBytesMax = std::uint64_t{64} << 20;

Address address_of(const std::string& text) {
  try {
    return parse_address("http", text);
  } catch (const std::runtime_error& error) {
    throw UsageError(error.what());
  }
}

}  // namespace

struct HttpClient::Connection {
  explicit Connection(Address where) : address(std::move(where)), socket(io) {}

  void open() {
    beast::error_code error;
    const auto ip = asio::ip::make_address(address.host == "localhost" ? "127.0.0.1" : address.host, error);
    if (error) throw UsageError("--http '" + address.host + "': is no IP address; give one such as 127.0.0.1");
    buffer.clear();
    beast::error_code ignored;
    socket.close(ignored);
    socket.connect({ip, address.port}, error);
    if (error) {
      throw Unreachable("nothing answers at " + shown_address(address.host, address.port) + " (" + error.message() +
                        "); start it with `allot serve`, or say where it is with --http");
    }
    socket.set_option(asio::ip::tcp::no_delay(true), error);
    is_open = true;
  }

  // False: the connection broke. `any`: whether a part of the answer had come.
  bool exchange(const http::request<http::string_body>& request, HttpAnswer& answer, bool& any) {
    http::response_parser<http::string_body> parser;
    parser.body_limit(kBodyBytesMax);
    beast::error_code error;
    http::write(socket, request, error);
    if (!error) http::read(socket, buffer, parser, error);
    any = parser.got_some();
    is_open = !error && parser.get().keep_alive();
    if (error) return false;
    answer = {static_cast<int>(parser.get().result_int()), std::move(parser.get().body())};
    return true;
  }

  Address address;
  asio::io_context io{1};
  asio::ip::tcp::socket socket;
  beast::flat_buffer buffer;
  bool is_open = false;
};

HttpClient::HttpClient(const std::string& address) : connection_(std::make_unique<Connection>(address_of(address))) {}
HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;

HttpAnswer HttpClient::request(std::string_view method, std::string_view target, std::string_view body) {
  http::request<http::string_body> request;
  request.method_string({method.data(), method.size()});
  request.target({target.data(), target.size()});
  request.set(http::field::host, shown_address(connection_->address.host, connection_->address.port));
  if (!body.empty()) request.set(http::field::content_type, "application/json");
  request.body() = std::string(body);
  request.prepare_payload();
  HttpAnswer answer;
  bool any = false;
  // A connection that lay idle may have been closed meanwhile; what is sent on an open one can be repeated.
  const bool was_open = connection_->is_open;
  if (was_open && connection_->exchange(request, answer, any)) return answer;
  if (!any) {
    connection_->open();
    if (connection_->exchange(request, answer, any)) return answer;
  }
  throw Unreachable("the server at " + shown_address(connection_->address.host, connection_->address.port) +
                    " went away before it had answered; ask again to learn what has happened");
}

}  // namespace allot
