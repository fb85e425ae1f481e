#include <algorithm>

#include "core/limits.h"
#include "service/operations.h"

namespace allot {
namespace {

PoolFigures figures(const PoolState& pool) {
  return {pool.pool, pool.stocked, pool.stocked - pool.taken, pool.taken - pool.confirmed, pool.confirmed};
}

// Answer to an order that has nothing to tell but its verdict and the version.
void answer_order(const HotOrder& order, const Caller& caller) {
  Answer answer = verdict_answer(order.verdict, order.detail);
  answer.field = order.field;
  if (order.verdict == Verdict::kOk || order.verdict == Verdict::kVersionConflict) {
    answer.body = VersionIs{order.version};
  }
  caller.answer(std::move(answer));
}

// Without a cap of its own the sale has the sum of its pools.
PoolFigures sum_of(const std::vector<PoolFigures>& pools) {
  PoolFigures sum;
  sum.pool = kTotalPool;
  for (const PoolFigures& pool : pools) {
    sum.stocked += pool.stocked;
    sum.left += pool.left;
    sum.held += pool.held;
    sum.confirmed += pool.confirmed;
  }
  return sum;
}

std::shared_ptr<HotOrder> make_order(decltype(HotOrder::what) what) {
  auto order = std::make_shared<HotOrder>();
  order->what = std::move(what);
  return order;
}

}  // namespace

SaleView sale_view(const SaleState& state, const HotFigures& hot, Millis now) {
  SaleView view;
  view.sale = state.sale;
  view.status = sale_status(state.switched, state.definition.starts_at, state.definition.ends_at, now);
  view.version = state.version;
  for (const PoolState& pool : state.pools) view.pools.push_back(figures(pool));
  view.total = state.total ? figures(*state.total) : sum_of(view.pools);
  view.definition = state.definition;
  view.hot_left = hot.left;
  view.hot_total = hot.total_left;
  return view;
}

void Operations::run(CreateSale op) {
  if (service_.directory_.size() >= limits::kSalesMax && !service_.directory_.find(op.sale)) {
    caller_.answer(overloaded_answer());
    return;
  }
  CreateStep step{op.sale, std::move(op.definition), service_.clock_.now(), Verdict::kUnavailable, 0};
  queue(std::move(step), [service = &service_](Step& step, const Caller& caller) {
    const auto& create = std::get<CreateStep>(step);
    if (create.verdict == Verdict::kSaleExists) {
      caller.answer(verdict_answer(create.verdict, "a sale of this name exists with another definition"));
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
  if (const auto lane = this->lane(op.sale))
    order(lane, make_order(HotOrder::Patch{std::move(op.patch)}), answer_order);
}

void Operations::run(PauseSale op) {
  if (const auto lane = this->lane(op.sale)) order(lane, make_order(HotOrder::Pause{}), answer_order);
}

void Operations::run(CloseSale op) {
  if (const auto lane = this->lane(op.sale)) order(lane, make_order(HotOrder::Close{}), answer_order);
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
  this->order(lane, order, [text](const HotOrder& done, const Caller& caller) {
    if (done.verdict != Verdict::kOk) {
      answer_order(done, caller);
      return;
    }
    Answer answer = verdict_answer(Verdict::kOk);
    answer.body = RestockDone{text->pool, done.left, done.version, done.replayed};
    caller.answer(std::move(answer));
  });
}

void Operations::run(GetStock op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  HotFigures hot = lane->figures();
  if (hot.total_left) hot.left.emplace_back(std::string(kTotalPool), *hot.total_left);
  StockList list;
  if (op.pools.empty()) {
    if (hot.total_left) hot.left.pop_back();
    list.pools = std::move(hot.left);
  }
  for (std::string& pool : op.pools) {
    const auto found = std::find_if(hot.left.begin(), hot.left.end(), [&](const auto& p) { return p.first == pool; });
    if (found == hot.left.end()) {
      caller_.answer(verdict_answer(Verdict::kUnknownPool, std::move(pool)));
      return;
    }
    list.pools.push_back(*found);
  }
  Answer answer = verdict_answer(Verdict::kOk);
  answer.body = std::move(list);
  caller_.answer(std::move(answer));
}

}  // namespace allot
