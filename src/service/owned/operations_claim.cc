#include "core/limits.h"
#include "service/owned/operations.h"

namespace allot {
// Whatever rests on a claim waits until the claim is in the ledger.
void Operations::run(GetClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const auto found = lane->find(op.claim);
  if (!found) {
    caller_.answer(unknown_claim_answer(op.claim));
    return;
  }
  lane->when_settled(found->gate, [self = *this, lane, op, no = found->claim.no](GateState state) mutable {
    if (state == GateState::kUnknown) {
      self.caller_.answer(unavailable_answer(Outcome::kUnknown));
      return;
    }
    self.read([caller = self.caller_, lane, op, no](LedgerReader* reader) {
      auto claim = reader->claim({lane->uid(), op.claim, no});
      caller.answer(claim ? claim_answer(Verdict::kOk, as_of(std::move(*claim), lane->now()))
                          : unknown_claim_answer(op.claim));
    });
  });
}

void Operations::run(ListUserClaims op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const HotUser user = lane->user(op.user);
  std::optional<ClaimNo> after;
  if (!op.after.empty()) {
    const auto found = lane->find(op.after);
    if (!found) {
      caller_.answer(unknown_page_answer(op.after));
      return;
    }
    after = found->claim.no;
  }
  std::vector<ClaimKey> keys;
  for (const ClaimNo no : user.claims) {
    if (!after || no > *after) keys.push_back({lane->uid(), {}, no});
  }
  const bool more = keys.size() > op.limit;
  if (more) keys.resize(op.limit);
  read([caller = caller_, lane, keys = std::move(keys), more, user, name = std::move(op.user)](LedgerReader* reader) {
    const auto state = reader->sale(lane->uid());
    if (!state) {
      caller.answer(verdict_answer(Verdict::kUnknownSale));
      return;
    }
    ClaimList list;
    list.claims = as_of(reader->claims(keys), lane->now());
    // A place whose claim was taken back may be a stranger's by now.
    std::erase_if(list.claims, [&](const Claim& claim) { return claim.user != name; });
    if (more && !list.claims.empty()) list.next = list.claims.back().id;
    set_remaining(list, state->definition, user.live_claims, user.live_units);
    caller.answer(ok_answer(std::move(list)));
  });
}

void Operations::run(FindClaims op) {
  if (!op.ref.empty()) {
    read([caller = caller_, &service = service_, ref = std::move(op.ref)](LedgerReader* reader) {
      ClaimList list;
      list.claims = as_of(reader->claims_by_ref(ref, limits::kPageRowsMax), service.now());
      caller.answer(ok_answer(std::move(list)));
    });
    return;
  }
  std::vector<ClaimKey> keys;
  for (const auto& lane : service_.directory_.all()) {
    if (const auto found = lane->find(op.id)) keys.push_back({lane->uid(), op.id, found->claim.no});
  }
  read_claims(std::move(keys), {});
}

void Operations::read_claims(std::vector<ClaimKey> keys, ClaimList list) {
  read([caller = caller_, &service = service_, keys = std::move(keys),
        list = std::move(list)](LedgerReader* reader) mutable {
    list.claims = as_of(reader->claims(keys), service.now());
    caller.answer(ok_answer(std::move(list)));
  });
}

void Operations::run(ConfirmClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const auto found = lane->find(op.claim);
  if (!found) {
    caller_.answer(unknown_claim_answer(op.claim));
    return;
  }
  ConfirmStep step;
  step.key = {lane->uid(), std::move(op.claim), found->claim.no};
  queue(std::move(step), [](Step& step, const Caller& caller) {
    auto& confirm = std::get<ConfirmStep>(step);
    caller.answer(claim_answer(confirm.verdict, std::move(confirm.claim)));
  });
}

void Operations::run(ExtendClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const auto found = lane->find(op.claim);
  if (!found) {
    caller_.answer(unknown_claim_answer(op.claim));
    return;
  }
  ExtendStep step;
  step.key = {lane->uid(), std::move(op.claim), found->claim.no};
  step.seconds = op.seconds;
  queue(std::move(step), [](Step& step, const Caller& caller) {
    auto& extend = std::get<ExtendStep>(step);
    caller.answer(claim_answer(extend.verdict, std::move(extend.claim)));
  });
}

void Operations::run(ReleaseClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  if (const auto found = lane->find(op.claim)) {
    release(lane, found->claim.no, op);
  } else if (op.bar) {
    bar(lane, std::make_shared<ReleaseClaim>(std::move(op)));
  } else {
    caller_.answer(unknown_claim_answer(op.claim));
  }
}

void Operations::release(const LanePtr& lane, ClaimNo no, const ReleaseClaim& op) {
  ReleaseStep step;
  step.key = {lane->uid(), op.claim, no};
  step.id = op.id;
  step.reason = op.reason;
  step.confirmed = op.confirmed;
  step.items = op.items;
  queue(std::move(step),
        [](Step& step, const Caller& caller) { caller.answer(release_answer(std::get<ReleaseStep>(step))); });
}

// Between find() and here the claim may have come: then the engine bars nothing and names it, and it is
// released like any other.
void Operations::bar(const LanePtr& lane, std::shared_ptr<ReleaseClaim> op) {
  auto order = std::make_shared<HotOrder>();
  order->what = HotOrder::Bar{op->claim, op->reason};
  this->order(lane, order, [self = *this, lane, op](const HotOrder& done, const Caller& caller) mutable {
    if (done.verdict == Verdict::kOk && !done.entry) {
      if (const auto found = lane->find(op->claim)) {
        self.release(lane, found->claim.no, *op);
        return;
      }
    }
    if (done.verdict != Verdict::kOk) {
      caller.answer(verdict_answer(done.verdict, done.detail));
      return;
    }
    caller.answer(barred_answer(*op, done.now));
  });
}

}  // namespace allot
