// Both doors and the loops behind them.
#pragma once

#include <memory>
#include <vector>

#include "server/event_loop.h"
#include "server/listener.h"
#include "service/service.h"

namespace allot {

struct ServerOptions {
  Address http;
  Address resp;
  std::size_t io_threads = 1;
};

/// Ownership: the service must outlive it.
class Server {
 public:
  /// Binds both doors. Throws std::runtime_error with a message that says what to do.
  Server(Service& service, const ServerOptions& options);
  ~Server();

  void start();
  /// Shuts the doors and waits, at most a few seconds, until what was asked is answered.
  void drain();
  /// Ends the loops.
  void stop();

  std::uint16_t http_port() const { return http_->door().port; }
  std::uint16_t resp_port() const { return resp_->door().port; }

 private:
  std::vector<std::unique_ptr<EventLoop>> loops_;
  std::unique_ptr<Listener> http_;
  std::unique_ptr<Listener> resp_;
};

}  // namespace allot
