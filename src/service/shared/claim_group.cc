#include "service/shared/claim_group.h"

#include <algorithm>
#include <charconv>
#include <random>

namespace allot {
namespace {

std::string_view write_digits(Arena& arena, std::uint64_t number) {
  char digits[20];
  const char* const end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  return arena.copy({digits, static_cast<std::size_t>(end - digits)});
}

void sort_out(std::vector<std::string_view>& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

}  // namespace

ClaimGroup::ClaimGroup(std::string_view sale, Engine& engine, ClaimIds& ids, const Clock& clock)
    : sale_(sale), engine_(engine), ids_(ids), clock_(clock) {}

void ClaimGroup::add(WaitingCall call) {
  for (ClaimRequest request : call.call->batch.requests) {
    request.id = text_.copy(request.id);
    request.user = text_.copy(request.user);
    request.ref = text_.copy(request.ref);
    request.meta = text_.copy(request.meta);
    const auto items = text_.array<ItemView>(request.items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = {text_.copy(request.items[i].pool), request.items[i].units};
    }
    request.items = items;
    all_.requests.push_back(request);
  }
  calls_.push_back(std::move(call));
}

std::string_view ClaimGroup::id_of(const ClaimRequest& request) {
  return request.id.empty() ? write_digits(text_, request.fresh_id) : request.id;
}

DecideStep ClaimGroup::step(Millis now) {
  DecideStep step;
  step.sale = sale_;
  step.now = now;
  for (const ClaimRequest& request : all_.requests) {
    step.ids.push_back(id_of(request));
    step.users.push_back(request.user);
  }
  sort_out(step.ids);
  sort_out(step.users);
  step.decide = [this](const SaleState& state, ClaimSource& claims, Millis at) { return decide(state, claims, at); };
  return step;
}

std::shared_ptr<const Entry> ClaimGroup::decide(const SaleState& state, ClaimSource& claims, Millis now) {
  const std::unique_ptr<HotSale> hot = engine_.load(state, claims);
  replace_known_ids(*hot);
  all_.arena.clear();
  all_.now = now;
  hot->decide(all_, nullptr);
  accepted_ = all_.entry ? all_.entry->claims.size() : 0;
  return all_.entry;
}

// Another process makes the same ids, which the loaded claims show: from now on this one makes others. That those are
// new too is for the ledger's unique index to say.
void ClaimGroup::replace_known_ids(const HotSale& hot) {
  for (ClaimRequest& request : all_.requests) {
    if (!request.id.empty() || !hot.find(write_digits(text_, request.fresh_id))) continue;
    ids_.change_fence(std::random_device{}());
    request.fresh_id = ids_.take(clock_.now(), 1);
  }
}

std::vector<WaitingCall> ClaimGroup::hand_back(GroupFate fate) {
  std::vector<WaitingCall> calls;
  calls.swap(calls_);
  std::size_t first = 0;
  for (WaitingCall& waiting : calls) {
    const std::size_t count = waiting.call->batch.requests.size();
    answer(*waiting.call, first, fate);
    first += count;
  }
  return calls;
}

void ClaimGroup::answer(ClaimCall& call, std::size_t first, GroupFate fate) {
  const std::size_t count = call.batch.requests.size();
  call.refusal = CallRefusal::kNone;
  call.gates.assign(count, nullptr);
  call.batch.now = fate == GroupFate::kDecided ? all_.now : clock_.now();
  switch (fate) {
    case GroupFate::kDecided: {
      const auto begin = all_.decisions.begin() + static_cast<std::ptrdiff_t>(first);
      call.batch.decisions.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
      return;
    }
    case GroupFate::kUnknownSale: call.refusal = CallRefusal::kUnknownSale; return;
    case GroupFate::kNothing: answer_unavailable(call, call.batch.now); return;
    case GroupFate::kUnknown: {
      answer_unavailable(call, call.batch.now);
      const auto gate = std::make_shared<Gate>();
      gate->move(GateState::kUnknown);
      call.gates.assign(count, gate);
      return;
    }
  }
}

void answer_unavailable(ClaimCall& call, Millis now) {
  const std::size_t count = call.batch.requests.size();
  call.refusal = CallRefusal::kNone;
  call.batch.now = now;
  call.gates.assign(count, nullptr);
  call.batch.decisions.assign(count, Decision{});
  for (std::size_t i = 0; i < count; ++i) {
    const ClaimRequest& request = call.batch.requests[i];
    call.batch.decisions[i].claim = request.id.empty() ? write_digits(call.batch.arena, request.fresh_id) : request.id;
  }
}

}  // namespace allot
