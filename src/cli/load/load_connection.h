// One connection of the load generator: keeps up to `pipeline` calls in flight.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "cli/load/codec.h"
#include "cli/load/load_desk.h"

namespace allot {

/// Used by its loop's thread only. Whatever goes wrong is given to the desk, once.
class LoadConnection {
 public:
  LoadConnection(boost::asio::io_context& io, LoadDesk& desk, std::unique_ptr<Codec> codec, std::size_t pipeline);

  /// Blocks. Throws Unreachable.
  void connect(const std::string& host, std::uint16_t port);
  void start() { read(); }
  /// Takes as many calls from the desk as fit and sends them.
  void pump();
  /// Takes one call, which flush() sends. False: no room, or nothing to ask.
  bool take_one();
  void flush();

 private:
  void read();
  void received(std::size_t bytes);
  std::size_t decode_all();

  boost::asio::ip::tcp::socket socket_;
  LoadDesk& desk_;
  std::unique_ptr<Codec> codec_;
  std::size_t pipeline_;
  std::deque<Call> awaited_;
  std::string gathering_;  // to be sent next
  std::string sending_;    // with the kernel
  bool writing_ = false;
  std::vector<char> input_;
  std::size_t filled_ = 0;
};

}  // namespace allot
