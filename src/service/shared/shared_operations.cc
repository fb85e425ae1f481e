#include "service/shared/shared_operations.h"

#include <utility>

namespace allot {
namespace {

/// Of a step that may give something back, or end the sale; empty of any other.
struct SaleNamed {
  std::string operator()(const ConfirmStep& step) const { return step.key.sale.name; }
  std::string operator()(const ReleaseStep& step) const { return step.key.sale.name; }
  std::string operator()(const ExtendStep& step) const { return step.key.sale.name; }
  std::string operator()(const ResumeStep& step) const { return step.sale.name; }
  std::string operator()(const DeleteStep& step) const { return step.sale.name; }
  std::string operator()(const auto&) const { return {}; }
};
std::string sale_named_by(const Step& step) { return std::visit(SaleNamed{}, step); }

}  // namespace

void SharedOperations::run(Operation operation) {
  std::visit([this](auto& op) { run(std::move(op)); }, operation);
}

void SharedOperations::queue_step(Step step, std::function<void(Step&, const Caller&)> done) {
  auto finish = [self = *this, caller = caller_, done = std::move(done)](Step& recorded, CommitResult result) mutable {
    switch (result) {
      case CommitResult::kDone: self.answer_when_hot(std::move(recorded), done); return;
      case CommitResult::kNothing:
      case CommitResult::kFenced: caller.answer(unavailable_answer(Outcome::kNone)); return;
      case CommitResult::kUnknown: caller.answer(unavailable_answer(Outcome::kUnknown)); return;
    }
  };
  if (!service_.thread_->queue({std::move(step), std::move(finish)})) caller_.answer(overloaded_answer());
}

void SharedOperations::answer_when_hot(Step step, std::function<void(Step&, const Caller&)> done) {
  const std::string sale = sale_named_by(step);
  if (!service_.hot_ || sale.empty()) return done(step, caller_);
  if (const auto* remove = std::get_if<DeleteStep>(&step); remove && remove->verdict == Verdict::kOk) {
    service_.hot_->dropped(sale);
    return done(step, caller_);
  }
  // It is in the ledger; when the hot copy cannot be told in time, it is brought up to date before it decides again.
  auto kept = std::make_shared<Step>(std::move(step));
  service_.hot_->when_credited(sale, [kept, caller = caller_, done = std::move(done)](bool) { done(*kept, caller); });
}

void SharedOperations::hot_order(const std::shared_ptr<SharedOrder>& order,
                                 std::function<void(const HotOrder&, const Caller&)> done) {
  service_.hot_->order(order, [caller = caller_, order, done = std::move(done)](GateState state) {
    switch (state) {
      case GateState::kRecorded:
        if (order->order.verdict == Verdict::kUnknownSale)
          caller.answer(unknown_sale_answer(order->sale));
        else
          done(order->order, caller);
        return;
      case GateState::kWaiting:
      case GateState::kNothing: caller.answer(unavailable_answer(Outcome::kNone)); return;
      case GateState::kUnknown: caller.answer(unavailable_answer(Outcome::kUnknown)); return;
    }
  });
}

void SharedOperations::release_overdue(const std::string& sale) {
  DecideStep step;
  step.sale = sale;
  service_.thread_->queue({std::move(step), nullptr});
}

void SharedOperations::order(const std::shared_ptr<SharedOrder>& order,
                             std::function<void(const HotOrder&, const Caller&)> done) {
  if (service_.hot_) return hot_order(order, std::move(done));
  queue<DecideStep>(order_step(order, *service_.engine_),
                    [order, done = std::move(done)](DecideStep& step, const Caller& caller) {
                      if (step.outcome == DecideStep::Outcome::kUnknownSale)
                        caller.answer(unknown_sale_answer(order->sale));
                      else
                        done(order->order, caller);
                    });
}

void SharedOperations::simple_order(std::string sale, decltype(HotOrder::what) what) {
  auto order = std::make_shared<SharedOrder>();
  order->sale = std::move(sale);
  order->order.what = std::move(what);
  this->order(order, [](const HotOrder& done, const Caller& caller) { caller.answer(order_answer(done)); });
}

void SharedOperations::read(std::function<Answer(LedgerReader&)> answer) {
  auto job = [caller = caller_, answer = std::move(answer)](LedgerReader* reader) {
    caller.answer(reader == nullptr ? unavailable_answer(Outcome::kNone) : answer(*reader));
  };
  if (!service_.reads_.read(std::move(job))) caller_.answer(overloaded_answer());
}

void SharedOperations::read_sale(std::string sale, std::function<Answer(LedgerReader&, const SaleState&)> answer) {
  read([sale = std::move(sale), answer = std::move(answer)](LedgerReader& reader) {
    const std::optional<SaleState> state = reader.sale(sale);
    return state ? answer(reader, *state) : unknown_sale_answer(sale);
  });
}

}  // namespace allot
