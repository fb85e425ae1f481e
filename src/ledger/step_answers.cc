#include "ledger/step_answers.h"

#include <algorithm>
#include <variant>

namespace allot {
namespace {

void reset(EntryStep& step) {
  step.recorded = false;
  step.fate = EntryFate::kNone;
  step.stands = {};
}
void reset(FenceStep& step) {
  step.outcome = FenceStep::Outcome::kNone;
  step.uid = 0;
  step.new_epoch = 0;
}
void reset(LiveStep& step) {
  step.done = false;
  step.credit_no = 0;
}
void reset(DecideStep& step) { step.outcome = DecideStep::Outcome::kNone; }
void reset(ExpireStep& step) { step.released = 0; }
void reset(ResumeStep& step) { step.verdict = Verdict::kUnavailable; }
void reset(ConfirmStep& step) {
  step.verdict = Verdict::kUnavailable;
  step.claim = {};
}
void reset(ExtendStep& step) {
  step.verdict = Verdict::kUnavailable;
  step.claim = {};
}
void reset(ReleaseStep& step) {
  step.verdict = Verdict::kUnavailable;
  step.field.clear();
  step.detail.clear();
  step.claim = {};
}
void reset(CreateStep& step) {
  step.verdict = Verdict::kUnavailable;
  step.uid = 0;
}
void reset(DeleteStep& step) {
  step.verdict = Verdict::kUnavailable;
  step.detail.clear();
}

bool same(const ClaimKey& one, const ClaimKey& other) {
  return one.sale == other.sale && one.id == other.id && one.no == other.no;
}
bool same(const EntryStep& one, const EntryStep& other) {
  return one.entry->uid == other.entry->uid && one.entry->epoch == other.entry->epoch &&
         one.entry->seq == other.entry->seq && one.entry->nonce == other.entry->nonce;
}
bool same(const ConfirmStep& one, const ConfirmStep& other) { return same(one.key, other.key); }
bool same(const ReleaseStep& one, const ReleaseStep& other) {
  return same(one.key, other.key) && one.id == other.id && one.items == other.items;
}
bool same(const ExtendStep& one, const ExtendStep& other) {
  return same(one.key, other.key) && one.seconds == other.seconds;
}
bool same(const ExpireStep& one, const ExpireStep& other) { return one.uid == other.uid && one.claims == other.claims; }
bool same(const ResumeStep& one, const ResumeStep& other) { return one.sale == other.sale; }
bool same(const CreateStep& one, const CreateStep& other) {
  return one.sale == other.sale && one.definition == other.definition;
}
bool same(const DeleteStep& one, const DeleteStep& other) { return one.sale == other.sale; }
bool same(const DecideStep& one, const DecideStep& other) {
  return one.sale == other.sale && one.ids == other.ids && one.users == other.users && one.restock == other.restock;
}

bool same(const FenceStep& one, const FenceStep& other) {
  return one.sale == other.sale && one.epoch == other.epoch && one.token == other.token && one.shards == other.shards;
}
bool same(const LiveStep& one, const LiveStep& other) {
  return one.sale == other.sale && one.epoch == other.epoch && one.token == other.token;
}

}  // namespace

void reset_answers(Work& work) {
  work.credits.clear();
  work.standings.clear();
  for (Step& step : work.steps) {
    std::visit([](auto& each) { reset(each); }, step);
  }
}

bool same_questions(const std::vector<Step>& one, const std::vector<Step>& other) {
  return std::ranges::equal(one, other, [](const Step& left, const Step& right) {
    if (left.index() != right.index()) return false;
    return std::visit([&](const auto& each) { return same(each, std::get<std::decay_t<decltype(each)>>(right)); },
                      left);
  });
}

}  // namespace allot
