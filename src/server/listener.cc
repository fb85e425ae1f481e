#include "server/listener.h"

#include <boost/asio/write.hpp>
#include <stdexcept>

#include "core/limits.h"

namespace allot {
namespace {

using boost::asio::ip::tcp;

tcp::endpoint endpoint(const Address& address) {
  boost::system::error_code error;
  const std::string host = address.host == "localhost" ? "127.0.0.1" : address.host;
  const auto ip = boost::asio::ip::make_address(host, error);
  if (error) {
    throw std::runtime_error("'" + address.host + "' is no IP address to listen on; give one such as 127.0.0.1");
  }
  return {ip, address.port};
}

[[noreturn]] void cannot_listen(const Address& address, const boost::system::error_code& error) {
  const std::string where = address.host + ":" + std::to_string(address.port);
  std::string advice;
  if (error == boost::asio::error::address_in_use)
    advice = "; another process has this port: end it or give another port (0 picks a free one)";
  if (error == boost::asio::error::access_denied) advice = "; ports below 1024 need privileges: give a higher one";
  throw std::runtime_error("cannot listen on " + where + ": " + error.message() + advice);
}

constexpr std::size_t kSweepAtLeast = 64;

}  // namespace

Listener::Listener(std::vector<std::unique_ptr<EventLoop>>& loops, const Address& address, Service& service,
                   std::string busy, MakeSession make)
    : loops_(loops),
      door_(new Door{service, address.host, 0, service.now(), {}, {}}),
      busy_(std::move(busy)),
      make_(std::move(make)),
      acceptor_(loops.front()->io()),
      retry_(loops.front()->io()) {
  const tcp::endpoint where = endpoint(address);
  boost::system::error_code error;
  acceptor_.open(where.protocol(), error);
  if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor_.bind(where, error);
  if (!error) acceptor_.listen(1024, error);
  if (error) cannot_listen(address, error);
  door_->port = acceptor_.local_endpoint().port();
}

void Listener::start() { accept(); }

void Listener::accept() {
  EventLoop& loop = *loops_[next_loop_++ % loops_.size()];
  acceptor_.async_accept(loop.io(), [this, &loop](const boost::system::error_code& error, tcp::socket socket) {
    if (!acceptor_.is_open()) return;
    if (error) {
      // Out of descriptors, say: wait a little rather than spin.
      retry_.expires_after(std::chrono::milliseconds(50));
      retry_.async_wait([this](const boost::system::error_code&) {
        if (acceptor_.is_open()) accept();
      });
      return;
    }
    accepted(std::move(socket), loop);
    accept();
  });
}

void Listener::accepted(tcp::socket socket, EventLoop& loop) {
  if (door_->connections.load() >= limits::kConnectionsMax) {
    boost::system::error_code ignored;
    socket.non_blocking(true, ignored);
    socket.write_some(boost::asio::buffer(busy_), ignored);
    return;
  }
  loop.post(
      [this, &loop, moved = std::make_shared<tcp::socket>(std::move(socket))] { admit(std::move(*moved), loop); });
}

void Listener::admit(tcp::socket socket, EventLoop& loop) {
  const auto session = make_(std::move(socket), loop, door_);
  if (remember(session)) session->start();
}

/// False when the door has been shut meanwhile.
bool Listener::remember(const std::shared_ptr<Session>& session) {
  const std::lock_guard lock(mutex_);
  if (closed_) return false;
  if (sessions_.size() >= sweep_at_) {
    std::erase_if(sessions_, [](const auto& known) { return known.expired(); });
    sweep_at_ = 2 * sessions_.size() + kSweepAtLeast;
  }
  sessions_.push_back(session);
  return true;
}

void Listener::close() {
  boost::system::error_code ignored;
  acceptor_.close(ignored);
  retry_.cancel();
  const std::lock_guard lock(mutex_);
  closed_ = true;
  for (const auto& known : sessions_) {
    if (const auto session = known.lock()) session->home()->post([session] { session->finish(); });
  }
}

void Listener::abandon() {
  const std::lock_guard lock(mutex_);
  for (const auto& known : sessions_) {
    if (const auto session = known.lock()) session->abandon();
  }
}

}  // namespace allot
