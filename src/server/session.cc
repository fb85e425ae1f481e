#include "server/session.h"

#include <boost/asio/buffer.hpp>
#include <boost/asio/write.hpp>
#include <cassert>
#include <cstring>

#include "core/limits.h"

namespace allot {
namespace {

constexpr std::size_t kFirstInputBytes = 4096;

Answer refusal_answer(const ClaimCall& call) {
  Answer answer;
  answer.now = call.batch.now;
  switch (call.refusal) {
    case CallRefusal::kNone: assert(false); break;
    case CallRefusal::kUnknownSale:
      answer.verdict = Verdict::kUnknownSale;
      answer.detail = "there is no sale '" + std::string(call.sale) + "'";
      break;
    case CallRefusal::kOverloaded:
      answer.verdict = Verdict::kOverloaded;
      answer.retry_after_ms = 1000;
      break;
  }
  return answer;
}

}  // namespace

Session::Session(boost::asio::ip::tcp::socket socket, EventLoop& loop, Door& door)
    : door_(door), loop_(loop), replies_(*this), socket_(std::move(socket)) {
  ++door_.connections;
}

Session::~Session() { --door_.connections; }

void Session::start() {
  boost::system::error_code ignored;
  socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);
  socket_.non_blocking(true, ignored);
  read();
}

void Session::finish() {
  closing_ = true;
  flush();
}

bool Session::has_room() const {
  return replies_.waiting() < limits::kReplySlotsMax && sending_.size() - sent_ < limits::kReplyBytesMax;
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
  socket_.async_read_some(boost::asio::buffer(input_.data() + input_bytes_, input_.size() - input_bytes_),
                          [self = self()](const boost::system::error_code& error, std::size_t bytes) {
                            self->reading_ = false;
                            if (error)
                              self->close_socket();
                            else
                              self->have_read(bytes);
                          });
}

void Session::have_read(std::size_t bytes) {
  input_bytes_ += bytes;
  parse_input();
  flush();
  read();
}

void Session::parse_input() {
  in_parse_ = true;
  held_ = false;
  const std::size_t used = closing_ ? input_bytes_ : parse({input_.data(), input_bytes_});
  submit();
  in_parse_ = false;
  input_bytes_ -= used;
  if (used > 0 && input_bytes_ > 0) std::memmove(input_.data(), input_.data() + used, input_bytes_);
  if (input_bytes_ == 0 && input_.size() > limits::kReadBufferBytes) std::vector<char>().swap(input_);
}

Arena& Session::arena() { return gathered().call.batch.arena; }

Session::Gathered& Session::gathered() {
  if (open_call_ == nullptr) {
    if (free_.empty()) {
      calls_.push_back(std::make_unique<Gathered>());
      free_.push_back(calls_.back().get());
    }
    open_call_ = free_.back();
    free_.pop_back();
  }
  return *open_call_;
}

void Session::add_claim(std::string_view sale, const ClaimRequest& request, std::uint64_t tag) {
  Gathered* into = &gathered();
  if (!into->slots.empty() && (into->call.sale != sale || into->slots.size() >= limits::kBatchClaimsMax)) {
    // The request's text may lie in the arena of the call that goes away now.
    Gathered& full = *into;
    open_call_ = nullptr;
    into = &gathered();
    into->call.sale = sale;
    into->call.batch.requests.push_back(request);
    into->call.own_text();
    into->slots.push_back(0);
    into->tags.push_back(tag);
    Gathered* next = open_call_;
    open_call_ = &full;
    submit();
    open_call_ = next;
    into->slots.back() = replies_.open();
    return;
  }
  into->call.sale = sale;
  into->call.batch.requests.push_back(request);
  into->slots.push_back(replies_.open());
  into->tags.push_back(tag);
}

void Session::submit() {
  Gathered* call = open_call_;
  if (call == nullptr) return;
  if (call->slots.empty()) {
    call->call.clear();  // text of what was refused while it was parsed
    return;
  }
  open_call_ = nullptr;
  order_.begin(CommandKind::kClaim);
  door_.service.claim(call->call, std::static_pointer_cast<Session>(self()));
}

void Session::decided(ClaimCall& call) {
  const auto found = [this, &call]() -> Gathered* {
    for (const auto& gathered : calls_) {
      if (&gathered->call == &call) return gathered.get();
    }
    return nullptr;
  }();
  assert(found != nullptr);
  order_.end(CommandKind::kClaim);
  answer_call(*found);
  put_back(*found);
  settled();
}

void Session::answer_call(Gathered& gathered) {
  if (gathered.call.refusal != CallRefusal::kNone) {
    answer_refused(gathered);
    return;
  }
  for (std::size_t i = 0; i < gathered.slots.size(); ++i) {
    if (gathered.call.batch.decisions[i].incomplete)
      complete(gathered, i);
    else
      answer_claim(gathered, i);
  }
}

void Session::answer_claim(Gathered& gathered, std::size_t at) {
  GatePtr& gate = gathered.call.gates[at];
  const ReplyQueue::Slot slot = gathered.slots[at];
  write_claim(replies_.begin(slot, gate != nullptr), gathered.call, at, gathered.tags[at]);
  if (gate == nullptr)
    replies_.close(slot);
  else
    replies_.close(slot, std::move(gate), gathered.call.batch.decisions[at].claim, gathered.tags[at]);
}

void Session::answer_refused(Gathered& gathered) {
  const Answer answer = refusal_answer(gathered.call);
  for (std::size_t i = 0; i < gathered.slots.size(); ++i) {
    write_refusal(replies_.begin(gathered.slots[i], false), answer, gathered.tags[i]);
    replies_.close(gathered.slots[i]);
  }
}

// A replay whose ref or meta only the ledger knows.
void Session::complete(const Gathered& gathered, std::size_t at) {
  const Decision& decision = gathered.call.batch.decisions[at];
  struct Replay {
    Decision decision;
    std::string claim;
    std::vector<Item> items;
  };
  auto replay = std::make_shared<Replay>();
  replay->claim = std::string(decision.claim);
  for (const ItemView& item : decision.items) replay->items.push_back({std::string(item.pool), item.units});
  replay->decision.verdict = decision.verdict;
  replay->decision.version = decision.version;
  GetClaim get{std::string(gathered.call.sale), replay->claim};
  door_.service.call(std::move(get), loop_,
                     [self = self(), replay, slot = gathered.slots[at], tag = gathered.tags[at],
                      now = gathered.call.batch.now](Answer answer) {
                       std::string& out = self->replies_.begin(slot, false);
                       if (auto* claim = std::get_if<Claim>(&answer.body); claim && answer.verdict == Verdict::kOk) {
                         claim->items = replay->items;  // as first answered
                         self->write_completed(out, *claim, replay->decision, now, tag);
                       } else {
                         self->write_failure(out, answer.outcome, replay->claim, tag);
                       }
                       self->replies_.close(slot);
                       self->settled();
                     });
}

void Session::put_back(Gathered& gathered) {
  gathered.call.clear();
  gathered.slots.clear();
  gathered.tags.clear();
  free_.push_back(&gathered);
}

void Session::call(Operation operation, std::function<void(std::string&, const Answer&)> write) {
  submit();
  const ReplyQueue::Slot slot = replies_.open();
  const CommandKind kind = command_kind(operation);
  order_.begin(kind);
  door_.service.call(std::move(operation), loop_,
                     [self = self(), slot, kind, write = std::move(write)](const Answer& answer) {
                       self->order_.end(kind);
                       write(self->replies_.begin(slot, false), answer);
                       self->replies_.close(slot);
                       self->settled();
                     });
}

// Answers have become known; there may be room for input that was left lying.
void Session::settled() {
  replies_.drain();
  if (in_parse_) return;  // whoever parses writes and reads on; the input is in use
  held_ = false;
  if (input_bytes_ > 0 && !closing_ && !closed_ && has_room()) parse_input();
  flush();
  read();
}

void Session::flush() {
  if (writing_ || closed_) return;
  std::string& out = replies_.out();
  if (!out.empty()) {
    sending_.swap(out);
    out.clear();
    sent_ = 0;
    boost::system::error_code error;
    sent_ = socket_.write_some(boost::asio::buffer(sending_), error);
    if (error && error != boost::asio::error::would_block) {
      close_socket();
      return;
    }
    if (sent_ < sending_.size()) {
      write_rest();
      return;
    }
    if (sending_.capacity() > limits::kReadBufferBytes) std::string().swap(sending_);
    sending_.clear();
    sent_ = 0;
  }
  if (closing_ && replies_.waiting() == 0 && replies_.out().empty()) close_socket();
}

void Session::write_rest() {
  writing_ = true;
  boost::asio::async_write(socket_, boost::asio::buffer(sending_.data() + sent_, sending_.size() - sent_),
                           [self = self()](const boost::system::error_code& error, std::size_t) {
                             self->writing_ = false;
                             self->sending_.clear();
                             self->sent_ = 0;
                             if (error) {
                               self->close_socket();
                               return;
                             }
                             self->settled();
                           });
}

void Session::close_socket() {
  if (closed_) return;
  closed_ = true;
  closing_ = true;
  boost::system::error_code ignored;
  socket_.shutdown(boost::asio::ip::tcp::socket::shutdown_both, ignored);
  socket_.close(ignored);
}

}  // namespace allot
