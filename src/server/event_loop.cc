#include "server/event_loop.h"

#include <boost/asio/post.hpp>

namespace allot {

void EventLoop::start() {
  thread_ = std::thread([this] { io_.run(); });
}

void EventLoop::stop() {
  work_.reset();
  io_.stop();
  if (thread_.joinable()) thread_.join();
}

void EventLoop::post(std::function<void()> job) { boost::asio::post(io_, std::move(job)); }

}  // namespace allot
