#include "engine/redis/redis_connection.h"

#include <hiredis/read.h>

#include <atomic>
#include <boost/asio/connect.hpp>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "core/clock.h"
#include "core/limits.h"
#include "engine/redis/redis_decoder.h"

namespace allot {
namespace {

using boost::asio::ip::tcp;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kLookEvery{100};  // for commands without a reply, and to connect again
constexpr milliseconds kConnectWaitMax{1000};

std::string encoded(std::span<const std::string_view> words) {
  std::string out = "*" + std::to_string(words.size()) + "\r\n";
  std::size_t bytes = out.size();
  for (const std::string_view word : words) bytes += word.size() + 16;
  out.reserve(bytes);
  for (const std::string_view word : words) {
    out.append("$").append(std::to_string(word.size())).append("\r\n").append(word).append("\r\n");
  }
  return out;
}

}  // namespace

// Everything but the queue of new commands belongs to the loop's thread.
class RedisConnection::Loop : public std::enable_shared_from_this<RedisConnection::Loop> {
 public:
  explicit Loop(RedisAddress address)
      : address_(std::move(address)),
        work_(boost::asio::make_work_guard(io_)),
        socket_(io_),
        resolver_(io_),
        timer_(io_) {}

  void start() {
    thread_ = std::thread([this] { io_.run(); });
    boost::asio::post(io_, [self = shared_from_this()] { self->look(); });
  }

  void stop() {
    boost::asio::post(io_, [self = shared_from_this()] {
      self->stopping_ = true;
      self->timer_.cancel();
      self->drop("stopped");
      self->fail_waiting();
      self->work_.reset();
      self->io_.stop();  // jobs of after() that are still ahead must not keep the process
    });
    if (thread_.joinable()) thread_.join();
  }

  void send(std::string bytes, RedisDone done) {
    {
      const std::lock_guard lock(mutex_);
      if (fresh_.size() < limits::kRedisCommandsMax) {
        fresh_.push_back({std::move(bytes), std::move(done), {}});
        if (fresh_.size() > 1) return;
        boost::asio::post(io_, [self = shared_from_this()] { self->take_fresh(); });
        return;
      }
    }
    done(RedisFate::kNotSent, {});
  }

  void after(Millis delay, std::function<void()> job) {
    boost::asio::post(io_, [self = shared_from_this(), delay, job = std::move(job)] {
      auto timer = std::make_shared<boost::asio::steady_timer>(self->io_, milliseconds(delay));
      timer->async_wait([timer, job](const boost::system::error_code& error) {
        if (!error) job();
      });
    });
  }

  std::atomic<bool> up{false};
  std::atomic<Millis> offset{0};
  std::string run_id() const {
    const std::lock_guard lock(mutex_);
    return run_id_;
  }
  std::string last_error() const {
    const std::lock_guard lock(mutex_);
    return error_;
  }

 private:
  struct Command {
    std::string bytes;
    RedisDone done;
    steady_clock::time_point sent;
  };

  void take_fresh() {
    std::vector<Command> fresh;
    {
      const std::lock_guard lock(mutex_);
      fresh.swap(fresh_);
    }
    for (Command& command : fresh) waiting_.push_back(std::move(command));
    if (up)
      write();
    else if (!connecting_)
      fail_waiting();
  }

  // Also what can be connected at once is found out by the look, so that a dead server costs little.
  void look() {
    if (stopping_) return;
    if (!up && !connecting_) connect();
    const auto now = steady_clock::now();
    if (!sent_.empty() && now - sent_.front().sent > milliseconds(kReplyWaitMax)) drop("the server does not answer");
    if (connecting_ && now - connect_begin_ > kConnectWaitMax) drop("connecting took too long");
    timer_.expires_after(kLookEvery);
    timer_.async_wait([self = shared_from_this()](const boost::system::error_code&) { self->look(); });
  }

  void connect() {
    connecting_ = true;
    connect_begin_ = steady_clock::now();
    const std::uint64_t life = ++life_;
    resolver_.async_resolve(address_.host, std::to_string(address_.port),
                            [self = shared_from_this(), life](const boost::system::error_code& error,
                                                              const tcp::resolver::results_type& found) {
                              if (life != self->life_) return;
                              if (error) return self->drop(error.message());
                              boost::asio::async_connect(
                                  self->socket_, found,
                                  [self, life](const boost::system::error_code& failed, const tcp::endpoint&) {
                                    if (life != self->life_) return;
                                    if (failed) return self->drop(failed.message());
                                    self->connected();
                                  });
                            });
  }

  void connected() {
    boost::system::error_code ignored;
    socket_.set_option(tcp::no_delay(true), ignored);
    decoder_.reset();
    read();
    greet();
  }

  // What must be answered before anything else is sent.
  void greet() {
    if (!address_.password.empty()) {
      if (address_.user.empty())
        ask({"AUTH", address_.password}, [](const RedisReply&) {});
      else
        ask({"AUTH", address_.user, address_.password}, [](const RedisReply&) {});
    }
    if (address_.database != 0) ask({"SELECT", std::to_string(address_.database)}, [](const RedisReply&) {});
    const Millis before = SystemClock().now();
    ask({"TIME"}, [this, before](const RedisReply& reply) {
      if (reply.items.size() != 2) return;
      const Millis server = std::stoll(reply.items[0].text) * 1000 + std::stoll(reply.items[1].text) / 1000;
      offset = server - (before + SystemClock().now()) / 2;
    });
    ask({"INFO", "server"}, [this](const RedisReply& reply) {
      const auto at = reply.text.find("run_id:");
      const std::lock_guard lock(mutex_);
      if (at != std::string::npos) run_id_ = reply.text.substr(at + 7, 40);
      error_.clear();
      connecting_ = false;
      up = true;
    });
    write_bytes();
  }

  void ask(std::vector<std::string> words, std::function<void(const RedisReply&)> then) {
    const std::vector<std::string_view> views(words.begin(), words.end());
    out_ += encoded(views);
    sent_.push_back({{},
                     [self = shared_from_this(), then](RedisFate fate, const RedisReply& reply) {
                       if (fate != RedisFate::kAnswered) return;
                       if (reply.is_error()) return self->drop(reply.text);
                       then(reply);
                       if (self->up) self->write();
                     },
                     steady_clock::now()});
  }

  void write() {
    for (Command& command : waiting_) {
      out_ += command.bytes;
      command.bytes.clear();
      command.sent = steady_clock::now();
      sent_.push_back(std::move(command));
    }
    waiting_.clear();
    write_bytes();
  }

  void write_bytes() {
    if (writing_ || out_.empty()) return;
    writing_ = true;
    sending_.swap(out_);
    out_.clear();
    boost::asio::async_write(
        socket_, boost::asio::buffer(sending_),
        [self = shared_from_this(), life = life_](const boost::system::error_code& error, std::size_t) {
          if (life != self->life_) return;
          self->writing_ = false;
          if (error) return self->drop(error.message());
          self->write_bytes();
        });
  }

  void read() {
    socket_.async_read_some(
        boost::asio::buffer(input_),
        [self = shared_from_this(), life = life_](const boost::system::error_code& error, std::size_t bytes) {
          if (life != self->life_) return;
          if (error) return self->drop(error.message());
          if (!self->have_read({self->input_.data(), bytes})) return;
          self->read();
        });
  }

  /// False when the connection is gone.
  bool have_read(std::string_view bytes) {
    decoder_.feed(bytes);
    const std::uint64_t life = life_;
    for (RedisReply reply; decoder_.next(reply); reply = {}) {
      if (sent_.empty()) break;
      RedisDone done = std::move(sent_.front().done);
      sent_.pop_front();
      done(RedisFate::kAnswered, std::move(reply));
      if (life != life_) return false;
    }
    if (decoder_.failed()) drop("the server does not speak Redis's protocol");
    return life == life_;
  }

  // Callbacks may send again at once.
  void drop(const std::string& why) {
    ++life_;
    up = false;
    connecting_ = false;
    writing_ = false;
    {
      const std::lock_guard lock(mutex_);
      error_ = why;
    }
    boost::system::error_code ignored;
    socket_.close(ignored);
    resolver_.cancel();
    out_.clear();
    std::deque<Command> lost;
    lost.swap(sent_);
    for (Command& command : lost) command.done(RedisFate::kLost, {});
    fail_waiting();
  }

  void fail_waiting() {
    std::deque<Command> unsent;
    unsent.swap(waiting_);
    for (Command& command : unsent) command.done(RedisFate::kNotSent, {});
  }

  const RedisAddress address_;
  boost::asio::io_context io_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::thread thread_;
  tcp::socket socket_;
  tcp::resolver resolver_;
  boost::asio::steady_timer timer_;
  std::uint64_t life_ = 0;  // of the socket: handlers of an older one do nothing
  bool stopping_ = false;
  bool connecting_ = false;
  bool writing_ = false;
  steady_clock::time_point connect_begin_;
  std::array<char, 64U << 10U> input_{};
  RedisDecoder decoder_;
  std::string out_;
  std::string sending_;
  std::deque<Command> waiting_;
  std::deque<Command> sent_;

  mutable std::mutex mutex_;
  std::vector<Command> fresh_;
  std::string run_id_;
  std::string error_;
};

RedisConnection::RedisConnection(RedisAddress address) : loop_(std::make_shared<Loop>(std::move(address))) {
  loop_->start();
}
RedisConnection::~RedisConnection() { stop(); }

void RedisConnection::send(std::span<const std::string_view> words, RedisDone done) {
  loop_->send(encoded(words), std::move(done));
}
void RedisConnection::after(Millis delay, std::function<void()> job) { loop_->after(delay, std::move(job)); }
void RedisConnection::stop() { loop_->stop(); }
bool RedisConnection::is_up() const { return loop_->up; }
Millis RedisConnection::clock_offset() const { return loop_->offset; }
std::string RedisConnection::run_id() const { return loop_->run_id(); }
std::string RedisConnection::last_error() const { return loop_->last_error(); }

}  // namespace allot
