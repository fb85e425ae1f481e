#include "server/session.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/error.hpp>
#include <cstring>

#include "core/limits.h"

namespace allot {
namespace {

constexpr std::size_t kFirstInputBytes = 4096;

/// Whose answer can be as long as a page, or a sale with all its pools.
bool is_wide(const Operation& operation) {
  return std::holds_alternative<GetSale>(operation) || std::holds_alternative<ListSales>(operation) ||
         std::holds_alternative<ListUserClaims>(operation) || std::holds_alternative<FindClaims>(operation) ||
         std::holds_alternative<GetStock>(operation) || std::holds_alternative<Audit>(operation);
}

}  // namespace

Session::Session(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door)
    : loop_(loop), replies_(*this), door_(std::move(door)), socket_(std::move(socket)) {
  ++door_->connections;
}

Session::~Session() { --door_->connections; }

void Session::start() {
  boost::system::error_code ignored;
  socket_->set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  socket_->set_option(boost::asio::socket_base::keep_alive(true), ignored);
  socket_->non_blocking(true, ignored);
  read();
}

std::string Session::peer() const {
  boost::system::error_code gone;
  const auto end = socket_->remote_endpoint(gone);
  return gone ? std::string() : end.address().to_string() + ":" + std::to_string(end.port());
}

void Session::finish() {
  closing_ = true;
  lingers_ = false;
  if (linger_end_)
    close_socket();
  else
    flush();
}

bool Session::has_room() const {
  return replies_.waiting() < limits::kReplySlotsMax && wide_ < limits::kWideRepliesMax &&
         replies_.out().size() + sending_.size() < limits::kReplyBytesMax;
}

bool Session::may_begin(CommandKind kind) {
  submit();
  replies_.drain();
  return order_.may_begin(kind, replies_.waiting());
}

void Session::read() {
  if (reading_ || closing_ || closed_ || held_ || !has_room()) return;
  if (input_.size() == input_bytes_) input_.resize(input_.empty() ? kFirstInputBytes : input_.size() * 2);
  reading_ = true;
  socket_->async_read_some(
      boost::asio::buffer(input_.data() + input_bytes_, input_.size() - input_bytes_),
      [self = self()](const boost::system::error_code& error, std::size_t bytes) { self->have_read(error, bytes); });
}

void Session::have_read(const boost::system::error_code& error, std::size_t bytes) {
  reading_ = false;
  if (error == boost::asio::error::eof) {
    closing_ = true;
    flush();
  } else if (error) {
    close_socket();
  } else {
    input_bytes_ += bytes;
    advance();
  }
}

// What is left in the input afterwards is the beginning of a command, or waits for settled() to make room.
void Session::advance() {
  held_ = false;
  bool again = !reading_ && input_bytes_ > 0;
  while (again && !closing_ && has_room()) {
    again = parse_input();
    flush();
  }
  flush();
  read();
}

/// True when it stopped for want of room: there may be whole commands left.
bool Session::parse_input() {
  in_parse_ = true;
  held_ = false;
  const std::size_t used = parse({input_.data(), input_bytes_});
  const bool was_full = !has_room();
  submit();
  in_parse_ = false;
  drop_used(used);
  return was_full;
}

void Session::drop_used(std::size_t bytes) {
  input_bytes_ -= bytes;
  if (bytes > 0 && input_bytes_ > 0) std::memmove(input_.data(), input_.data() + bytes, input_bytes_);
  if (input_bytes_ == 0 && input_.size() > limits::kReadBufferBytes) std::vector<char>().swap(input_);
}

void Session::call(Operation operation, std::function<void(std::string&, const Answer&)> write) {
  submit();
  const CommandKind kind = command_kind(operation, door_->service.decides_at_once());
  order_.begin(kind);
  const bool wide = is_wide(operation);
  const ReplyQueue::Slot slot = wide ? open_wide() : replies_.open();
  door_->service.call(std::move(operation), loop_,
                      [self = self(), slot, wide, kind, write = std::move(write)](const Answer& answer) {
                        self->order_.end(kind);
                        write(self->replies_.begin(slot, false), answer);
                        if (wide) return self->close_wide(slot);
                        self->replies_.close(slot);
                        self->settled();
                      });
}

ReplyQueue::Slot Session::open_wide() {
  ++wide_;
  return replies_.open();
}

void Session::close_wide(ReplyQueue::Slot slot) {
  --wide_;
  replies_.close(slot);
  settled();
}

// Answers have become known; there may be room for input that was left lying.
void Session::settled() {
  replies_.drain();
  if (!in_parse_) advance();  // otherwise whoever parses writes and reads on; the input is in use
}

}  // namespace allot
