// The claims of a connection: gathered into calls, decided, answered.
#include <cassert>

#include "core/limits.h"
#include "server/session.h"

namespace allot {
namespace {

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
  door_->service.claim(call->call, std::static_pointer_cast<Session>(self()));
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
  door_->service.call(std::move(get), loop_,
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

}  // namespace allot
