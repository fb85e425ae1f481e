#include <algorithm>

#include "core/limits.h"
#include "service/operations.h"

namespace allot {
namespace {

Answer claim_answer(Verdict verdict, Claim claim) {
  Answer answer = verdict_answer(verdict);
  // A refusal names the claim too, unless there is none.
  if (verdict != Verdict::kUnknownClaim && verdict != Verdict::kInvalid && verdict != Verdict::kIdConflict) {
    answer.body = std::move(claim);
  }
  return answer;
}

Answer unknown_claim(const std::string& id) {
  return verdict_answer(Verdict::kUnknownClaim, "the sale has no claim '" + id + "'");
}

// A hold that has run out is over, whether or not the ledger has been told.
Claim as_of(Claim claim, Millis now) {
  if (claim.state == ClaimState::kHeld && claim.expires_at != 0 && claim.expires_at <= now) {
    claim.state = ClaimState::kReleased;
    claim.reason = "expired";
  }
  return claim;
}

std::vector<Claim> as_of(std::vector<Claim> claims, Millis now) {
  for (Claim& claim : claims) claim = as_of(std::move(claim), now);
  return claims;
}

}  // namespace

// Whatever rests on a claim waits until the claim is in the ledger.
void Operations::run(GetClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const auto found = lane->find(op.claim);
  if (!found) {
    caller_.answer(unknown_claim(op.claim));
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
                          : unknown_claim(op.claim));
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
      Answer answer = verdict_answer(Verdict::kInvalid,
                                     "'" + op.after + "' is no claim of this sale; give the `next` of the page before");
      answer.field = "after";
      caller_.answer(std::move(answer));
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
    list.of_user = true;
    list.claims = as_of(reader->claims(keys), lane->now());
    // A place whose claim was taken back may be a stranger's by now.
    std::erase_if(list.claims, [&](const Claim& claim) { return claim.user != name; });
    if (more && !list.claims.empty()) list.next = list.claims.back().id;
    const SaleDefinition& definition = state->definition;
    if (definition.claims_per_user > 0) {
      list.remaining_claims = std::max<std::int64_t>(0, definition.claims_per_user - user.live_claims);
    }
    if (definition.units_per_user > 0) {
      list.remaining_units = std::max<std::int64_t>(0, definition.units_per_user - user.live_units);
    }
    Answer answer = verdict_answer(Verdict::kOk);
    answer.body = std::move(list);
    caller.answer(std::move(answer));
  });
}

void Operations::run(FindClaims op) {
  if (!op.ref.empty()) {
    read([caller = caller_, &service = service_, ref = std::move(op.ref)](LedgerReader* reader) {
      ClaimList list;
      list.claims = as_of(reader->claims_by_ref(ref, limits::kPageRowsMax), service.now());
      Answer answer = verdict_answer(Verdict::kOk);
      answer.body = std::move(list);
      caller.answer(std::move(answer));
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
    Answer answer = verdict_answer(Verdict::kOk);
    answer.body = std::move(list);
    caller.answer(std::move(answer));
  });
}

void Operations::run(ConfirmClaim op) {
  const auto lane = this->lane(op.sale);
  if (!lane) return;
  const auto found = lane->find(op.claim);
  if (!found) {
    caller_.answer(unknown_claim(op.claim));
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
    caller_.answer(unknown_claim(op.claim));
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
    caller_.answer(unknown_claim(op.claim));
  }
}

void Operations::release(const LanePtr& lane, ClaimNo no, const ReleaseClaim& op) {
  ReleaseStep step;
  step.key = {lane->uid(), op.claim, no};
  step.id = op.id;
  step.reason = op.reason;
  step.confirmed = op.confirmed;
  step.items = op.items;
  queue(std::move(step), [](Step& step, const Caller& caller) {
    auto& release = std::get<ReleaseStep>(step);
    Answer answer = claim_answer(release.verdict, std::move(release.claim));
    answer.field = std::move(release.field);
    answer.detail = std::move(release.detail);
    caller.answer(std::move(answer));
  });
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
    Claim claim;
    claim.sale = lane->name();
    claim.id = op->claim;
    claim.state = ClaimState::kReleased;
    claim.reason = op->reason;
    claim.created_at = done.now;
    caller.answer(claim_answer(Verdict::kOk, std::move(claim)));
  });
}

}  // namespace allot
