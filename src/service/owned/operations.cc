#include "service/owned/operations.h"

#include <utility>

namespace allot {
void Operations::run(Operation operation) {
  std::visit([this](auto& op) { run(std::move(op)); }, operation);
}

Operations::LanePtr Operations::lane(const std::string& sale) {
  auto lane = service_.directory_.find(sale);
  if (!lane) caller_.answer(unknown_sale_answer(sale));
  return lane;
}

void Operations::queue(Step step, std::function<void(Step&, const Caller&)> done) {
  auto finish = [caller = caller_, done = std::move(done)](Step& recorded, CommitResult result) {
    switch (result) {
      case CommitResult::kDone: done(recorded, caller); return;
      case CommitResult::kNothing:
      case CommitResult::kFenced: caller.answer(unavailable_answer(Outcome::kNone)); return;
      case CommitResult::kUnknown: caller.answer(unavailable_answer(Outcome::kUnknown)); return;
    }
  };
  if (!service_.ledger_thread_.queue({std::move(step), std::move(finish)})) caller_.answer(overloaded_answer());
}

void Operations::read(ReadThread::Job job) {
  auto guarded = [caller = caller_, job = std::move(job)](LedgerReader* reader) {
    if (reader == nullptr)
      caller.answer(unavailable_answer(Outcome::kNone));
    else
      job(reader);
  };
  if (!service_.reads_.read(std::move(guarded))) caller_.answer(overloaded_answer());
}

void Operations::order(const LanePtr& lane, std::shared_ptr<HotOrder> order,
                       std::function<void(const HotOrder&, const Caller&)> done) {
  lane->order(order, [caller = caller_, order, done = std::move(done)](GateState state) {
    switch (state) {
      case GateState::kRecorded: done(*order, caller); return;
      case GateState::kWaiting:
      case GateState::kNothing: caller.answer(unavailable_answer(Outcome::kNone)); return;
      case GateState::kUnknown: caller.answer(unavailable_answer(Outcome::kUnknown)); return;
    }
  });
}

}  // namespace allot
