#include "cli/load/load_loop.h"

#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <exception>
#include <thread>

#include "cli/load/load_connection.h"

namespace allot {
namespace {

constexpr auto kTick = std::chrono::microseconds(200);

class LoadLoop {
 public:
  LoadLoop(const LoadPlan& plan, CallSource& source) : io_(1), desk_(io_, source, plan.rate), timer_(io_) {
    for (std::size_t i = 0; i < plan.clients; ++i) {
      connections_.push_back(
          std::make_unique<LoadConnection>(io_, desk_, make_codec(plan.endpoint.door, plan.sale), plan.pipeline));
      connections_.back()->connect(plan.endpoint.host, plan.endpoint.port);
    }
  }

  LoadResult run() {
    desk_.start();
    for (auto& connection : connections_) {
      connection->start();
      if (!desk_.is_open_loop()) connection->pump();
    }
    if (desk_.is_open_loop()) tick();
    desk_.end_if_idle();
    io_.run();
    return std::move(desk_.result());
  }

 private:
  // Spreads what is due over the connections, so that no one carries it all.
  void tick() {
    for (std::size_t full = 0; full < connections_.size(); turn_ = (turn_ + 1) % connections_.size()) {
      full = connections_[turn_]->take_one() ? 0 : full + 1;
    }
    for (auto& connection : connections_) connection->flush();
    desk_.end_if_idle();
    timer_.expires_after(kTick);
    timer_.async_wait([this](boost::system::error_code error) {
      if (!error) tick();
    });
  }

  boost::asio::io_context io_;
  LoadDesk desk_;
  boost::asio::steady_timer timer_;
  std::vector<std::unique_ptr<LoadConnection>> connections_;
  std::size_t turn_ = 0;
};

}  // namespace

LoadResult run_load(const LoadPlan& plan, CallSource& source) { return LoadLoop(plan, source).run(); }

std::vector<LoadResult> run_loads(const std::vector<LoadJob>& jobs) {
  std::vector<LoadResult> results(jobs.size());
  std::vector<std::exception_ptr> errors(jobs.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < jobs.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        results[i] = run_load(jobs[i].plan, *jobs[i].source);
      } catch (...) {
        errors[i] = std::current_exception();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::exception_ptr& error : errors) {
    if (error) std::rethrow_exception(error);
  }
  return results;
}

}  // namespace allot
