// Accepts connections of one door and spreads them over the event loops.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "server/door.h"
#include "server/event_loop.h"
#include "server/session.h"

namespace allot {

/// Where a door listens. `port` 0: a free one.
struct Address {
  std::string host;
  std::uint16_t port = 0;
};

/// Runs on the first loop. Beyond limits::kConnectionsMax a connection gets `busy` and is closed.
class Listener {
 public:
  using MakeSession = std::function<std::shared_ptr<Session>(boost::asio::ip::tcp::socket socket, EventLoop& loop,
                                                             std::shared_ptr<Door> door)>;

  /// Binds and listens. Throws std::runtime_error with a message that says what to do.
  Listener(std::vector<std::unique_ptr<EventLoop>>& loops, const Address& address, Service& service, std::string busy,
           MakeSession make);

  void start();
  /// On the first loop: no further connections; those that are open finish.
  void close();
  /// After the loops have stopped: no session holds on to them any more.
  void abandon();
  const Door& door() const { return *door_; }

 private:
  void accept();
  void accepted(boost::asio::ip::tcp::socket socket, EventLoop& loop);
  bool remember(const std::shared_ptr<Session>& session);
  void admit(boost::asio::ip::tcp::socket socket, EventLoop& loop);

  std::vector<std::unique_ptr<EventLoop>>& loops_;
  std::shared_ptr<Door> door_;
  std::string busy_;
  MakeSession make_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer retry_;
  std::size_t next_loop_ = 0;
  std::mutex mutex_;
  std::vector<std::weak_ptr<Session>> sessions_;  // with some that are gone
  std::size_t sweep_at_ = 0;                      // that many: forget those
  bool closed_ = false;
};

}  // namespace allot
