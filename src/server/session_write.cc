// The sending side of a connection, and its end.
#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>

#include "core/limits.h"
#include "server/session.h"

namespace allot {
namespace {

// For a client that keeps sending after its last answer; a polite one closes at once.
constexpr std::chrono::seconds kLingerMax{2};

}  // namespace

void Session::flush() {
  while (!writing_ && !closed_ && !replies_.out().empty()) {
    sending_.swap(replies_.out());
    replies_.out().clear();
    if (!write_now()) return;
  }
  if (closing_ && !writing_ && !closed_ && replies_.waiting() == 0) end();
}

/// False when the rest goes out later, or never.
bool Session::write_now() {
  boost::system::error_code error;
  sent_ = socket_->write_some(boost::asio::buffer(sending_), error);
  if (error && error != boost::asio::error::would_block) {
    close_socket();
    return false;
  }
  if (sent_ < sending_.size()) {
    write_rest();
    return false;
  }
  if (sending_.capacity() > limits::kReadBufferBytes) std::string().swap(sending_);
  sending_.clear();
  sent_ = 0;
  return true;
}

void Session::write_rest() {
  writing_ = true;
  boost::asio::async_write(*socket_, boost::asio::buffer(sending_.data() + sent_, sending_.size() - sent_),
                           [self = self()](const boost::system::error_code& error, std::size_t) {
                             self->writing_ = false;
                             std::string().swap(self->sending_);
                             self->sent_ = 0;
                             if (error)
                               self->close_socket();
                             else
                               self->settled();
                           });
}

void Session::end() {
  if (lingers_ && !reading_)
    linger();
  else
    close_socket();
}

// Closing while bytes of the client are unread would reset the connection, and with it the answers under way.
void Session::linger() {
  if (linger_end_) return;
  boost::system::error_code ignored;
  socket_->shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
  linger_end_.emplace(socket_->get_executor(), kLingerMax);
  linger_end_->async_wait([self = self()](const boost::system::error_code&) { self->close_socket(); });
  input_.resize(std::max<std::size_t>(input_.size(), 1));
  read_over();
}

void Session::read_over() {
  if (closed_) return;
  reading_ = true;
  socket_->async_read_some(boost::asio::buffer(input_),
                           [self = self()](const boost::system::error_code& error, std::size_t) {
                             self->reading_ = false;
                             if (error)
                               self->close_socket();
                             else
                               self->read_over();
                           });
}

void Session::close_socket() {
  if (closed_) return;
  closed_ = true;
  closing_ = true;
  boost::system::error_code ignored;
  socket_->shutdown(boost::asio::ip::tcp::socket::shutdown_both, ignored);
  socket_->close(ignored);
  if (linger_end_) linger_end_->cancel();
}

void Session::abandon() {
  closed_ = true;
  closing_ = true;
  linger_end_.reset();
  socket_.reset();
}

}  // namespace allot
