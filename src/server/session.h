// What both doors' connections have in common: reading, claim calls, answers in order, writing.
#pragma once

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "server/command_order.h"
#include "server/door.h"
#include "server/event_loop.h"
#include "server/reply_queue.h"
#include "service/service.h"

namespace allot {

/// One connection. Lives as long as somebody has something for it. Runs on its loop only.
///
/// Bounds: with too many unanswered commands or unsent bytes it stops reading until there is room. Input that
/// ends (the client has said all it had to say) is answered before the connection is closed.
class Session : public ClaimClient, protected FailureWriter, public std::enable_shared_from_this<Session> {
 public:
  Session(boost::asio::ip::tcp::socket socket, EventLoop& loop, std::shared_ptr<Door> door);
  ~Session() override;

  void start();
  /// Stops reading; closes when every command that was read is answered.
  void finish();
  /// Lets go of what belongs to the loop. REQUIRES: the loop has stopped for good.
  void abandon();

  // ClaimClient
  void decided(ClaimCall& call) override;
  void settled() override;
  Home* home() override { return &loop_; }

 protected:
  /// Takes what it can from the front of `input` and says how many bytes that was.
  virtual std::size_t parse(std::string_view input) = 0;
  /// Answers of claims in the door's own words. `tag` is what add_claim was given.
  virtual void write_claim(std::string& out, const ClaimCall& call, std::size_t at, std::uint64_t tag) = 0;
  virtual void write_completed(std::string& out, const Claim& claim, const Decision& decision, Millis now,
                               std::uint64_t tag) = 0;
  virtual void write_refusal(std::string& out, const Answer& answer, std::uint64_t tag) = 0;

  /// The arena for text of the claim that is parsed next.
  Arena& arena();
  /// Opens a slot and adds the claim to the call that is gathered; another sale begins another call.
  void add_claim(std::string_view sale, const ClaimRequest& request, std::uint64_t tag);
  /// Hands the gathered call to the service. Before any other command, so that order is kept.
  void submit();
  /// Carries out an operation; `write` gets the answer on this loop.
  void call(Operation operation, std::function<void(std::string&, const Answer&)> write);
  /// Answers at once: begin, append, close.
  template <class Write>
  void reply(Write write) {
    const ReplyQueue::Slot slot = replies_.open();
    write(replies_.begin(slot, false));
    replies_.close(slot);
  }
  /// A slot for an answer that may be large; few of them may be open at once.
  ReplyQueue::Slot open_wide();
  /// Instead of replies_.close(), and of settled().
  void close_wide(ReplyQueue::Slot slot);
  bool has_room() const;
  /// Whether a command of this kind may begin now. If not, it stays in the input, and parse() is called
  /// again when more is answered.
  bool may_begin(CommandKind kind);
  /// The rest of the input waits until more is answered; nothing is read meanwhile.
  void hold() { held_ = true; }
  /// The rest of the input is not carried out, but read, so that the client gets its answers.
  void close_after_replies() { closing_ = lingers_ = true; }
  bool closing() const { return closing_; }

  Door& door() { return *door_; }

  EventLoop& loop_;
  ReplyQueue replies_;
  CommandOrder order_;

 private:
  struct Gathered {
    ClaimCall call;
    std::vector<ReplyQueue::Slot> slots;
    std::vector<std::uint64_t> tags;
  };

  std::shared_ptr<Session> self() { return shared_from_this(); }
  void read();
  void have_read(const boost::system::error_code& error, std::size_t bytes);
  void advance();
  bool parse_input();
  void drop_used(std::size_t bytes);
  void flush();
  bool write_now();
  void write_rest();
  void end();
  void linger();
  void read_over();
  void close_socket();
  Gathered& gathered();
  void answer_call(Gathered& gathered);
  void answer_refused(Gathered& gathered);
  void answer_claim(Gathered& gathered, std::size_t at);
  void complete(const Gathered& gathered, std::size_t at);
  void put_back(Gathered& gathered);

  std::shared_ptr<Door> door_;
  std::optional<boost::asio::ip::tcp::socket> socket_;  // until the session is abandoned
  std::optional<boost::asio::steady_timer> linger_end_;
  std::vector<char> input_;
  std::size_t input_bytes_ = 0;
  std::string sending_;
  std::size_t sent_ = 0;
  std::size_t wide_ = 0;  // open_wide() without close_wide()
  bool reading_ = false;  // then what lies in the input is the beginning of a command, and stays where it is
  bool writing_ = false;
  bool closing_ = false;  // nothing more is carried out
  bool lingers_ = false;  // when closing: the client may still be sending
  bool closed_ = false;
  bool in_parse_ = false;
  bool held_ = false;

  std::vector<std::unique_ptr<Gathered>> calls_;  // every one ever made; `free_` are unused
  std::vector<Gathered*> free_;
  Gathered* open_call_ = nullptr;
};

}  // namespace allot
