#include "server/server.h"

#include <chrono>
#include <thread>

#include "server/http_session.h"
#include "server/resp_session.h"

namespace allot {
namespace {

constexpr std::string_view kHttpBusy =
    "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nContent-Length: 71\r\nRetry-After: 1\r\n"
    "Connection: close\r\n\r\n"
    R"({"verdict":"overloaded","outcome":"none","detail":"too many clients"}  )";
constexpr std::string_view kRespBusy = "-ERR max number of clients reached\r\n";
constexpr auto kDrainMax = std::chrono::seconds(5);

template <class Kind>
std::shared_ptr<Session> make_session(boost::asio::ip::tcp::socket socket, EventLoop& loop,
                                      std::shared_ptr<Door> door) {
  return std::make_shared<Kind>(std::move(socket), loop, std::move(door));
}

}  // namespace

Server::Server(Service& service, const ServerOptions& options) {
  for (std::size_t i = 0; i < options.io_threads; ++i) loops_.push_back(std::make_unique<EventLoop>());
  http_ = std::make_unique<Listener>(loops_, options.http, service, std::string(kHttpBusy), make_session<HttpSession>);
  resp_ = std::make_unique<Listener>(loops_, options.resp, service, std::string(kRespBusy), make_session<RespClient>);
}

Server::~Server() { stop(); }

void Server::start() {
  http_->start();
  resp_->start();
  for (const auto& loop : loops_) loop->start();
}

void Server::drain() {
  loops_.front()->post([this] {
    http_->close();
    resp_->close();
  });
  const auto end = std::chrono::steady_clock::now() + kDrainMax;
  // Give the loop its turn first, then wait for the connections to go.
  do {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  } while (http_->door().connections + resp_->door().connections > 0 && std::chrono::steady_clock::now() < end);
}

void Server::stop() {
  for (const auto& loop : loops_) loop->stop();
  http_->abandon();
  resp_->abandon();
}

}  // namespace allot
