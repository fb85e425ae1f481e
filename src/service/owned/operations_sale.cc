#include "core/limits.h"
#include "service/owned/operations.h"

namespace allot {
namespace {

void tell_order(const HotOrder& order, const Caller& caller) { caller.answer(order_answer(order)); }

std::shared_ptr<HotOrder> make_order(decltype(HotOrder::what) what) {
  auto order = std::make_shared<HotOrder>();
  order->what = std::move(what);
  return order;
}

}  // namespace

void Operations::run(CreateSale op) {
  if (service_.directory_.size() >= limits::kSalesMax && !service_.directory_.find(op.sale)) {
    caller_.answer(overloaded_answer());
    return;
  }
  CreateStep step{op.sale, std::move(op.definition), service_.clock_.now(), Verdict::kUnavailable, 0};
  queue(std::move(step), [service = &service_](Step& step, const Caller& caller) {
    const auto& create = std::get<CreateStep>(step);
    if (create.verdict == Verdict::kSaleExists) {
      caller.answer(sale_exists_answer());
      return;
    }
    const auto lane = service->directory_.find(create.sale);
    auto job = [caller, lane, verdict = create.verdict](LedgerReader* reader) {
      Answer answer = verdict_answer(verdict);
      if (reader != nullptr && lane) {
        if (const auto state = reader->sale(lane->uid())) answer.body = sale_view(*state, lane->figures(), lane->now());
      }
      caller.answer(std::move(answer));
    };
    if (!service->reads_.read(job)) caller.answer(verdict_answer(create.verdict));
  });
}

void Operations::run(GetSale op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  read([caller = caller_, lane](LedgerReader* reader) {
    Answer answer = verdict_answer(Verdict::kOk);
    const auto state = reader->sale(lane->uid());
    if (!state)
      answer.verdict = Verdict::kUnknownSale;
    else
      answer.body = sale_view(*state, lane->figures(), lane->now());
    caller.answer(std::move(answer));
  });
}

void Operations::run(ListSales op) {
  auto lanes = service_.directory_.page(op.after, op.limit + 1);
  const bool more = lanes.size() > op.limit;
  if (more) lanes.pop_back();
  read([caller = caller_, lanes = std::move(lanes), more](LedgerReader* reader) {
    SaleList list;
    for (const auto& lane : lanes) {
      const auto state = reader->sale(lane->uid());
      if (!state) continue;
      const SaleDefinition& definition = state->definition;
      list.sales.emplace_back(lane->name(),
                              sale_status(state->switched, definition.starts_at, definition.ends_at, lane->now()));
    }
    if (more) list.next = lanes.back()->name();
    Answer answer = verdict_answer(Verdict::kOk);
    answer.body = std::move(list);
    caller.answer(std::move(answer));
  });
}

void Operations::run(PatchSale op) {
  if (const auto lane = this->lane(op.sale)) order(lane, make_order(HotOrder::Patch{std::move(op.patch)}), tell_order);
}

void Operations::run(PauseSale op) {
  if (const auto lane = this->lane(op.sale)) order(lane, make_order(HotOrder::Pause{}), tell_order);
}

void Operations::run(CloseSale op) {
  if (const auto lane = this->lane(op.sale)) order(lane, make_order(HotOrder::Close{}), tell_order);
}

void Operations::run(ResumeSale op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  queue(ResumeStep{lane->uid(), Verdict::kUnavailable},
        [](Step& step, const Caller& caller) { caller.answer(verdict_answer(std::get<ResumeStep>(step).verdict)); });
}

void Operations::run(DeleteSale op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  lane->retire(true);
  auto step = DeleteStep{lane->uid(), Verdict::kUnavailable, {}};
  auto finish = [lane, caller = caller_](Step& step, CommitResult result) {
    auto& remove = std::get<DeleteStep>(step);
    const bool gone = result == CommitResult::kDone && remove.verdict == Verdict::kOk;
    if (!gone) lane->retire(false);
    if (result == CommitResult::kDone)
      caller.answer(verdict_answer(remove.verdict, remove.detail));
    else
      caller.answer(unavailable_answer(result == CommitResult::kUnknown ? Outcome::kUnknown : Outcome::kNone));
  };
  if (service_.ledger_thread_.queue({std::move(step), std::move(finish)})) return;
  lane->retire(false);
  caller_.answer(overloaded_answer());
}

void Operations::run(Restock op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  // The order borrows its text from here until it is answered.
  auto text = std::make_shared<Restock>(std::move(op));
  auto order = make_order(HotOrder::Restock{text->id, text->pool, text->units, text->moves_total, text->if_version});
  this->order(lane, order,
              [text](const HotOrder& done, const Caller& caller) { caller.answer(restock_answer(done, text->pool)); });
}

void Operations::run(GetStock op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  HotFigures hot = lane->figures();
  caller_.answer(stock_answer(std::move(hot.left), hot.total_left, std::move(op.pools)));
}

}  // namespace allot
