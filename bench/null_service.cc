// The null service: a bare Boost.Beast server that reads a claim's body and answers a constant. What it
// reaches under wrk is the price of HTTP itself, the measure for the real service's HTTP door.
//   null_service [PORT]      (0, the default: a free one)
// One thread, callbacks, concrete executor, no timers, answer built once per connection: nothing that a careful
// engineer would leave out to be faster. The answer has the status and size of a real `sold_out`.
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <utility>

namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = beast::http;
using Executor = asio::io_context::executor_type;
using Socket = asio::basic_stream_socket<asio::ip::tcp, Executor>;
using Acceptor = asio::basic_socket_acceptor<asio::ip::tcp, Executor>;

constexpr char kBody[] = R"({"verdict":"sold_out","left":{"p":0},"now":"2026-01-01T00:00:00.000Z"})";

// One keep-alive connection. Lives as long as an operation on it is under way.
class Session : public std::enable_shared_from_this<Session> {
 public:
  explicit Session(Socket socket) : socket_(std::move(socket)), answer_(http::status::conflict, 11) {
    answer_.set(http::field::content_type, "application/json");
    answer_.body() = kBody;
    answer_.prepare_payload();
  }

  void read() {
    request_ = {};
    http::async_read(socket_, buffer_, request_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->write();
    });
  }

 private:
  void write() {
    answer_.keep_alive(request_.keep_alive());
    http::async_write(socket_, answer_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error && self->answer_.keep_alive()) self->read();
    });
  }

  Socket socket_;
  beast::flat_buffer buffer_;
  http::request<http::string_body> request_;
  http::response<http::string_body> answer_;
};

void accept_next(Acceptor& acceptor) {
  acceptor.async_accept([&acceptor](beast::error_code error, Socket socket) {
    if (error == asio::error::operation_aborted) return;
    if (!error) {
      socket.set_option(asio::ip::tcp::no_delay(true), error);
      if (!error) std::make_shared<Session>(std::move(socket))->read();
    }
    accept_next(acceptor);
  });
}

void serve(std::uint16_t port) {
  asio::io_context context(1);
  Acceptor acceptor(context, {asio::ip::address_v4::loopback(), port});
  asio::signal_set signals(context, SIGTERM, SIGINT);
  signals.async_wait([&context](beast::error_code, int) { context.stop(); });
  accept_next(acceptor);
  std::printf("ready http=127.0.0.1:%u\n", static_cast<unsigned>(acceptor.local_endpoint().port()));
  std::fflush(stdout);
  context.run();
}

}  // namespace

int main(int argc, char** argv) try {
  serve(static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 0));
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "null_service: %s\n", error.what());
  return 1;
}
