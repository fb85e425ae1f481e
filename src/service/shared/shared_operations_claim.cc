// Operations on claims.
#include "core/limits.h"
#include "service/shared/shared_operations.h"

namespace allot {
namespace {

ClaimKey key_of(std::string sale, std::string claim) {
  return {SaleKey(std::move(sale)), std::move(claim), std::nullopt};
}

// What a step of the ledger's own says of a claim.
Answer step_answer(const ClaimKey& key, Verdict verdict, Claim claim) {
  if (verdict == Verdict::kUnknownSale) return unknown_sale_answer(key.sale.name);
  if (verdict == Verdict::kUnknownClaim) return unknown_claim_answer(key.id);
  return claim_answer(verdict, std::move(claim));
}

ClaimList list_of(std::vector<Claim> claims, Millis now) {
  ClaimList list;
  list.claims = as_of(std::move(claims), now);
  return list;
}

}  // namespace

void SharedOperations::run(GetClaim op) {
  read([service = &service_, op = std::move(op)](LedgerReader& reader) {
    auto claim = reader.claim(key_of(op.sale, op.claim));
    if (claim) return claim_answer(Verdict::kOk, as_of(std::move(*claim), service->now()));
    return reader.sale(op.sale) ? unknown_claim_answer(op.claim) : unknown_sale_answer(op.sale);
  });
}

void SharedOperations::run(ListUserClaims op) {
  std::string sale = op.sale;
  read_sale(std::move(sale), [service = &service_, op = std::move(op)](LedgerReader& reader, const SaleState& state) {
    UserClaims found = reader.claims_of(state.uid, op.user, op.after, op.limit);
    if (!found.after_found) return unknown_page_answer(op.after);
    ClaimList list = list_of(std::move(found.claims), service->now());
    if (found.more && !list.claims.empty()) list.next = list.claims.back().id;
    set_remaining(list, state.definition, found.live_claims, found.live_units);
    return ok_answer(std::move(list));
  });
}

void SharedOperations::run(FindClaims op) {
  read([service = &service_, op = std::move(op)](LedgerReader& reader) {
    auto claims = op.ref.empty() ? reader.claims_by_id(op.id, limits::kPageRowsMax)
                                 : reader.claims_by_ref(op.ref, limits::kPageRowsMax);
    return ok_answer(list_of(std::move(claims), service->now()));
  });
}

void SharedOperations::run(ConfirmClaim op) {
  ConfirmStep step;
  step.key = key_of(std::move(op.sale), std::move(op.claim));
  queue<ConfirmStep>(std::move(step), [](ConfirmStep& confirm, const Caller& caller) {
    caller.answer(step_answer(confirm.key, confirm.verdict, std::move(confirm.claim)));
  });
}

void SharedOperations::run(ExtendClaim op) {
  ExtendStep step;
  step.key = key_of(std::move(op.sale), std::move(op.claim));
  step.seconds = op.seconds;
  queue<ExtendStep>(std::move(step), [](ExtendStep& extend, const Caller& caller) {
    caller.answer(step_answer(extend.key, extend.verdict, std::move(extend.claim)));
  });
}

void SharedOperations::run(ReleaseClaim op) {
  const bool may_bar = op.bar;
  release(std::make_shared<const ReleaseClaim>(std::move(op)), may_bar);
}

void SharedOperations::release(std::shared_ptr<const ReleaseClaim> op, bool may_bar) {
  ReleaseStep step;
  step.key = key_of(op->sale, op->claim);
  step.id = op->id;
  step.reason = op->reason;
  step.confirmed = op->confirmed;
  step.items = op->items;
  queue<ReleaseStep>(std::move(step), [self = *this, op, may_bar](ReleaseStep& done, const Caller& caller) mutable {
    if (done.verdict == Verdict::kUnknownClaim && may_bar)
      self.bar(op);
    else if (done.verdict == Verdict::kUnknownClaim || done.verdict == Verdict::kUnknownSale)
      caller.answer(step_answer(done.key, done.verdict, {}));
    else
      caller.answer(release_answer(done));
  });
}

// Since the release was tried the claim may have come: then nothing is barred, and it is released like any other.
void SharedOperations::bar(std::shared_ptr<const ReleaseClaim> op) {
  auto order = std::make_shared<SharedOrder>();
  order->sale = op->sale;
  order->claim = op->claim;
  order->reason = op->reason;
  order->order.what = HotOrder::Bar{order->claim, order->reason};
  this->order(order, [self = *this, op](const HotOrder& done, const Caller& caller) mutable {
    if (done.verdict != Verdict::kOk)
      caller.answer(order_answer(done));
    else if (!done.entry)
      self.release(op, false);
    else
      caller.answer(barred_answer(*op, done.now));
  });
}

}  // namespace allot
