#include "cli/load/load_connection.h"

#include <boost/asio/ip/address.hpp>
#include <boost/asio/write.hpp>
#include <cstring>

#include "cli/exit_code.h"
#include "cli/load/endpoint.h"

namespace allot {

using boost::system::error_code;

namespace {
constexpr std::size_t kInputBytes = 64U << 10U;
}

LoadConnection::LoadConnection(boost::asio::io_context& io, LoadDesk& desk, std::unique_ptr<Codec> codec,
                               std::size_t pipeline)
    : socket_(io), desk_(desk), codec_(std::move(codec)), pipeline_(pipeline), input_(kInputBytes) {}

void LoadConnection::connect(const std::string& host, std::uint16_t port) {
  error_code error;
  const auto address = boost::asio::ip::make_address(host == "localhost" ? "127.0.0.1" : host, error);
  if (!error) socket_.connect({address, port}, error);
  if (!error) socket_.set_option(boost::asio::ip::tcp::no_delay(true), error);
  if (error) throw Unreachable("no connection to " + shown_address(host, port) + " (" + error.message() + ")");
}

bool LoadConnection::take_one() {
  if (awaited_.size() >= pipeline_) return false;
  Call call;
  if (!desk_.take(call)) return false;
  codec_->encode(gathering_, call);
  awaited_.push_back(std::move(call));
  return true;
}

void LoadConnection::pump() {
  while (take_one()) {
  }
  flush();
}

void LoadConnection::flush() {
  if (writing_ || gathering_.empty()) return;
  writing_ = true;
  sending_.clear();
  sending_.swap(gathering_);
  boost::asio::async_write(socket_, boost::asio::buffer(sending_), [this](error_code error, std::size_t) {
    writing_ = false;
    if (error) return desk_.fail("sending failed: " + error.message());
    flush();
  });
}

void LoadConnection::read() {
  if (filled_ == input_.size()) input_.resize(input_.size() * 2);
  socket_.async_read_some(boost::asio::buffer(input_.data() + filled_, input_.size() - filled_),
                          [this](error_code error, std::size_t bytes) {
                            if (error) return desk_.fail("the server ended a connection: " + error.message());
                            received(bytes);
                          });
}

void LoadConnection::received(std::size_t bytes) {
  filled_ += bytes;
  try {
    const std::size_t used = decode_all();
    std::memmove(input_.data(), input_.data() + used, filled_ - used);
    filled_ -= used;
    pump();
  } catch (const std::exception& error) {
    return desk_.fail(error.what());
  }
  desk_.end_if_idle();
  read();
}

std::size_t LoadConnection::decode_all() {
  std::size_t used = 0;
  Reply reply;
  while (used < filled_) {
    if (awaited_.empty()) throw std::runtime_error("an answer that nobody asked for");
    const std::size_t bytes = codec_->decode({input_.data() + used, filled_ - used}, awaited_.front(), reply);
    if (bytes == 0) break;
    desk_.answered(awaited_.front(), reply);
    awaited_.pop_front();
    used += bytes;
  }
  return used;
}

}  // namespace allot
