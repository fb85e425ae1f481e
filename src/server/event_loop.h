// One thread that waits for sockets.
#pragma once

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <thread>

#include "service/gate.h"

namespace allot {

/// Ownership: sessions of this loop are touched by its thread only.
class EventLoop final : public Home {
 public:
  EventLoop() : io_(1), work_(boost::asio::make_work_guard(io_)) {}
  ~EventLoop() override { stop(); }
  EventLoop(const EventLoop&) = delete;
  EventLoop& operator=(const EventLoop&) = delete;

  void start();
  /// Ends after the handler that runs now.
  void stop();
  void post(std::function<void()> job) override;
  boost::asio::io_context& io() { return io_; }

 private:
  boost::asio::io_context io_;
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
};

}  // namespace allot
