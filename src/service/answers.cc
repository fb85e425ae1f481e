#include "service/answers.h"

#include <algorithm>
#include <utility>

namespace allot {
namespace {

constexpr std::int64_t kRetryAfterMs = 1000;

PoolFigures figures(const PoolState& pool) {
  return {pool.pool, pool.stocked, pool.stocked - pool.taken, pool.taken - pool.confirmed, pool.confirmed};
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

}  // namespace

Answer verdict_answer(Verdict verdict, std::string detail) {
  Answer answer;
  answer.verdict = verdict;
  answer.detail = std::move(detail);
  return answer;
}

Answer unavailable_answer(Outcome outcome) {
  Answer answer = verdict_answer(Verdict::kUnavailable);
  answer.outcome = outcome;
  answer.retry_after_ms = kRetryAfterMs;
  return answer;
}

Answer overloaded_answer() {
  Answer answer = verdict_answer(Verdict::kOverloaded);
  answer.retry_after_ms = kRetryAfterMs;
  return answer;
}

Answer unknown_sale_answer(const std::string& sale) {
  return verdict_answer(Verdict::kUnknownSale, "there is no sale '" + sale + "'");
}

Answer sale_exists_answer() {
  return verdict_answer(Verdict::kSaleExists, "a sale of this name exists with another definition");
}

Answer order_answer(const HotOrder& order) {
  Answer answer = verdict_answer(order.verdict, order.detail);
  answer.field = order.field;
  if (order.verdict == Verdict::kOk || order.verdict == Verdict::kVersionConflict) {
    answer.body = VersionIs{order.version};
  }
  return answer;
}

Answer restock_answer(const HotOrder& order, const std::string& pool) {
  if (order.verdict != Verdict::kOk) return order_answer(order);
  return ok_answer(RestockDone{pool, order.left, order.version, order.replayed});
}

Answer stock_answer(std::vector<std::pair<std::string, std::int64_t>> left, std::optional<std::int64_t> total,
                    std::vector<std::string> asked) {
  StockList list;
  if (asked.empty()) {
    list.pools = std::move(left);
    return ok_answer(std::move(list));
  }
  if (total) left.emplace_back(std::string(kTotalPool), *total);
  for (std::string& pool : asked) {
    const auto found = std::ranges::find(left, pool, [](const auto& each) -> const std::string& { return each.first; });
    if (found == left.end()) return verdict_answer(Verdict::kUnknownPool, std::move(pool));
    list.pools.push_back(*found);
  }
  return ok_answer(std::move(list));
}

SaleView sale_view(const SaleState& state, HotFigures hot, Millis now) {
  SaleView view;
  view.sale = state.sale;
  view.status = sale_status(state.switched, state.definition.starts_at, state.definition.ends_at, now);
  view.version = state.version;
  for (const PoolState& pool : state.pools) view.pools.push_back(figures(pool));
  view.total = state.total ? figures(*state.total) : sum_of(view.pools);
  view.definition = state.definition;
  view.hot_left = std::move(hot.left);
  view.hot_total = hot.total_left;
  return view;
}

Answer unknown_claim_answer(const std::string& id) {
  return verdict_answer(Verdict::kUnknownClaim, "the sale has no claim '" + id + "'");
}

Answer claim_answer(Verdict verdict, Claim claim) {
  Answer answer = verdict_answer(verdict);
  if (verdict != Verdict::kUnknownClaim && verdict != Verdict::kInvalid && verdict != Verdict::kIdConflict) {
    answer.body = std::move(claim);
  }
  return answer;
}

Answer release_answer(ReleaseStep& step) {
  Answer answer = claim_answer(step.verdict, std::move(step.claim));
  answer.field = std::move(step.field);
  answer.detail = std::move(step.detail);
  return answer;
}

Answer barred_answer(const ReleaseClaim& op, Millis at) {
  Claim claim;
  claim.sale = op.sale;
  claim.id = op.claim;
  claim.state = ClaimState::kReleased;
  claim.reason = op.reason;
  claim.created_at = at;
  return claim_answer(Verdict::kOk, std::move(claim));
}

Answer unknown_page_answer(const std::string& after) {
  Answer answer =
      verdict_answer(Verdict::kInvalid, "'" + after + "' is no claim of this sale; give the `next` of the page before");
  answer.field = "after";
  return answer;
}

void set_remaining(ClaimList& list, const SaleDefinition& definition, std::int64_t claims, std::int64_t units) {
  list.of_user = true;
  if (definition.claims_per_user > 0) {
    list.remaining_claims = std::max<std::int64_t>(0, definition.claims_per_user - claims);
  }
  if (definition.units_per_user > 0) {
    list.remaining_units = std::max<std::int64_t>(0, definition.units_per_user - units);
  }
}

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

Answer audit_answer(LedgerAudit audit, const std::vector<std::string>& further) {
  AuditReport report{audit.pools, audit.claims, std::move(audit.findings)};
  report.findings.insert(report.findings.end(), further.begin(), further.end());
  Answer answer = verdict_answer(report.findings.empty() ? Verdict::kOk : Verdict::kDrift);
  answer.body = std::move(report);
  return answer;
}

}  // namespace allot
