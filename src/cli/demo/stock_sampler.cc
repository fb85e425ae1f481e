#include "cli/demo/stock_sampler.h"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <charconv>
#include <chrono>

#include "cli/exit_code.h"
#include "cli/load/load_desk.h"
#include "cli/load/resp_value.h"
#include "core/sale.h"

namespace allot {
namespace {
constexpr auto kPause = std::chrono::milliseconds(2);
constexpr std::size_t kInputBytes = 4'096;
}  // namespace

struct StockSampler::Line {
  boost::asio::io_context io{1};
  boost::asio::ip::tcp::socket socket{io};
  std::string input;
  RespValue value;

  /// -1: no answer, or an error.
  std::int64_t ask(const std::string& sale) {
    boost::system::error_code error;
    const std::string command = "STOCK " + sale + " " + std::string(kTotalPool) + "\r\n";
    boost::asio::write(socket, boost::asio::buffer(command), error);
    input.clear();
    while (!error && value.parse(input) == 0) {
      char bytes[kInputBytes];
      input.append(bytes, socket.read_some(boost::asio::buffer(bytes), error));
    }
    const auto words = value.words();
    std::int64_t left = -1;
    if (!error && !value.is_error() && words.size() == 2) {
      std::from_chars(words[1].data(), words[1].data() + words[1].size(), left);
    }
    return left;
  }
};

StockSampler::StockSampler(const Endpoint& resp, std::string sale)
    : sale_(std::move(sale)), line_(std::make_unique<Line>()), start_ns_(steady_ns()) {
  boost::system::error_code error;
  line_->socket.connect({boost::asio::ip::make_address(resp.host), resp.port}, error);
  if (error) throw Unreachable("no connection to " + shown_address(resp.host, resp.port));
  thread_ = std::thread([this] { run(); });
}

StockSampler::~StockSampler() { finish(); }

std::vector<StockSample> StockSampler::finish() {
  stop_ = true;
  if (thread_.joinable()) thread_.join();
  return std::move(samples_);
}

void StockSampler::run() {
  while (!stop_) {
    const std::int64_t left = line_->ask(sale_);
    if (left < 0) return;
    left_ = left;
    samples_.push_back({steady_ns() - start_ns_, left});
    std::this_thread::sleep_for(kPause);
  }
}

}  // namespace allot
