#include "service/shared/shared_operations.h"

#include <utility>

namespace allot {

void SharedOperations::run(Operation operation) {
  std::visit([this](auto& op) { run(std::move(op)); }, operation);
}

void SharedOperations::queue_step(Step step, std::function<void(Step&, const Caller&)> done) {
  auto finish = [caller = caller_, done = std::move(done)](Step& recorded, CommitResult result) {
    switch (result) {
      case CommitResult::kDone: done(recorded, caller); return;
      case CommitResult::kNothing:
      case CommitResult::kFenced: caller.answer(unavailable_answer(Outcome::kNone)); return;
      case CommitResult::kUnknown: caller.answer(unavailable_answer(Outcome::kUnknown)); return;
    }
  };
  if (!service_.thread_->queue({std::move(step), std::move(finish)})) caller_.answer(overloaded_answer());
}

void SharedOperations::release_overdue(const std::string& sale) {
  DecideStep step;
  step.sale = sale;
  service_.thread_->queue({std::move(step), nullptr});
}

void SharedOperations::order(const std::shared_ptr<SharedOrder>& order,
                             std::function<void(const HotOrder&, const Caller&)> done) {
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
