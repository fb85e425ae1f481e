// Operations on sales.
#include "service/shared/shared_operations.h"

namespace allot {
namespace {

// There is no other figure than the ledger's.
HotFigures own_figures(const SaleState& state) {
  HotFigures figures;
  for (const PoolState& pool : state.pools) figures.left.emplace_back(pool.pool, pool.stocked - pool.taken);
  if (state.total) figures.total_left = state.total->stocked - state.total->taken;
  return figures;
}

}  // namespace

void SharedOperations::answer_sale(Verdict verdict, const SaleState& state) {
  const Millis now = service_.now();
  const auto answer = [caller = caller_, verdict, state, now](const std::optional<HotFigures>& hot) {
    Answer shown = verdict_answer(verdict);
    SaleView view = sale_view(state, hot ? *hot : own_figures(state), now);
    view.loaded = hot || state.mode != SaleMode::kLoading;
    shown.body = std::move(view);
    caller.answer(std::move(shown));
  };
  if (!service_.hot_) return answer(own_figures(state));
  // A look must not load it; whoever makes a sale is about to sell.
  if (state.mode != SaleMode::kHot && verdict != Verdict::kCreated) return answer(std::nullopt);
  service_.hot_->stock(state.sale, answer);
}

void SharedOperations::run(CreateSale op) {
  CreateStep step{op.sale, std::move(op.definition), 0, Verdict::kUnavailable, 0};
  queue<CreateStep>(std::move(step), [self = *this](CreateStep& create, const Caller& caller) {
    if (create.verdict == Verdict::kSaleExists) {
      caller.answer(sale_exists_answer());
      return;
    }
    auto job = [self, caller, sale = create.sale, verdict = create.verdict](LedgerReader* reader) mutable {
      const std::optional<SaleState> state = reader == nullptr ? std::nullopt : reader->sale(sale);
      if (state)
        self.answer_sale(verdict, *state);
      else
        caller.answer(verdict_answer(verdict));
    };
    if (!self.service_.reads_.read(job)) caller.answer(verdict_answer(create.verdict));
  });
}

void SharedOperations::run(GetSale op) {
  auto job = [self = *this, op = std::move(op)](LedgerReader* reader) mutable {
    if (reader == nullptr) return self.caller_.answer(unavailable_answer(Outcome::kNone));
    const std::optional<SaleState> state = reader->sale(op.sale);
    if (state)
      self.answer_sale(Verdict::kOk, *state);
    else
      self.caller_.answer(unknown_sale_answer(op.sale));
  };
  if (!service_.reads_.read(std::move(job))) caller_.answer(overloaded_answer());
}

void SharedOperations::run(ListSales op) {
  read([service = &service_, op = std::move(op)](LedgerReader& reader) {
    std::vector<SaleBrief> sales = reader.sales(op.after, op.limit + 1);
    const bool more = sales.size() > op.limit;
    if (more) sales.pop_back();
    SaleList list;
    for (SaleBrief& sale : sales) {
      const SaleStatus status = sale_status(sale.switched, sale.starts_at, sale.ends_at, service->now());
      list.sales.emplace_back(std::move(sale.sale), status);
    }
    if (more && !list.sales.empty()) list.next = list.sales.back().first;
    return ok_answer(std::move(list));
  });
}

void SharedOperations::run(PatchSale op) { simple_order(std::move(op.sale), HotOrder::Patch{std::move(op.patch)}); }
void SharedOperations::run(PauseSale op) { simple_order(std::move(op.sale), HotOrder::Pause{}); }
void SharedOperations::run(CloseSale op) { simple_order(std::move(op.sale), HotOrder::Close{}); }

void SharedOperations::run(ResumeSale op) {
  ResumeStep step{SaleKey(std::move(op.sale)), Verdict::kUnavailable};
  queue<ResumeStep>(std::move(step), [](ResumeStep& resume, const Caller& caller) {
    const bool unknown = resume.verdict == Verdict::kUnknownSale;
    caller.answer(unknown ? unknown_sale_answer(resume.sale.name) : verdict_answer(resume.verdict));
  });
}

// A hold that has run out is over, so it must not keep the sale.
void SharedOperations::run(DeleteSale op) {
  release_overdue(op.sale);
  DeleteStep step{SaleKey(std::move(op.sale)), Verdict::kUnavailable, {}};
  queue<DeleteStep>(std::move(step), [](DeleteStep& remove, const Caller& caller) {
    const bool unknown = remove.verdict == Verdict::kUnknownSale;
    caller.answer(unknown ? unknown_sale_answer(remove.sale.name) : verdict_answer(remove.verdict, remove.detail));
  });
}

void SharedOperations::run(Restock op) {
  auto order = std::make_shared<SharedOrder>();
  order->sale = std::move(op.sale);
  order->restock = std::move(op.id);
  order->pool = std::move(op.pool);
  order->order.what = HotOrder::Restock{order->restock, order->pool, op.units, op.moves_total, op.if_version};
  this->order(
      order, [order](const HotOrder& done, const Caller& caller) { caller.answer(restock_answer(done, order->pool)); });
}

void SharedOperations::run(GetStock op) {
  if (service_.hot_) {
    service_.hot_->stock(op.sale, [self = *this, op](std::optional<HotFigures> hot) mutable {
      if (hot) return self.caller_.answer(stock_answer(std::move(hot->left), hot->total_left, op.pools));
      self.read_sale(op.sale, [](LedgerReader&, const SaleState&) { return unavailable_answer(Outcome::kNone); });
    });
    return;
  }
  read_sale(std::move(op.sale), [pools = std::move(op.pools)](LedgerReader&, const SaleState& state) {
    HotFigures figures = own_figures(state);
    return stock_answer(std::move(figures.left), figures.total_left, pools);
  });
}

void SharedOperations::run(Audit op) {
  if (op.sale.empty()) {
    read([](LedgerReader& reader) { return audit_answer(reader.audit(std::nullopt), {}); });
    return;
  }
  read_sale(std::move(op.sale),
            [](LedgerReader& reader, const SaleState& state) { return audit_answer(reader.audit(state.uid), {}); });
}

}  // namespace allot
