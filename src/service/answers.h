// Answers to operations, in the same words whoever has decided.
#pragma once

#include <string>
#include <vector>

#include "core/answer.h"
#include "core/operation.h"
#include "engine/engine.h"
#include "ledger/ledger.h"
#include "reconcile/compare.h"

namespace allot {

Answer verdict_answer(Verdict verdict, std::string detail = {});
/// `unavailable` or `overloaded`, with when to try again.
Answer unavailable_answer(Outcome outcome);
Answer overloaded_answer();
template <class Body>
Answer ok_answer(Body body) {
  Answer answer = verdict_answer(Verdict::kOk);
  answer.body = std::move(body);
  return answer;
}

// Sales.
Answer unknown_sale_answer(const std::string& sale);
Answer sale_exists_answer();
/// Of an order that has nothing to tell but its verdict and the version.
Answer order_answer(const HotOrder& order);
Answer restock_answer(const HotOrder& order, const std::string& pool);
/// `left`: every pool's; `asked`: which to show and in which order, none for all but the total.
Answer stock_answer(std::vector<std::pair<std::string, std::int64_t>> left, std::optional<std::int64_t> total,
                    std::vector<std::string> asked);
/// A sale as GET shows it: the ledger's figures, and the engine's.
SaleView sale_view(const SaleState& state, HotFigures hot, Millis now);

// Claims.
Answer unknown_claim_answer(const std::string& id);
/// The claim itself goes with it, unless the verdict says that there is none to show.
Answer claim_answer(Verdict verdict, Claim claim);
Answer release_answer(ReleaseStep& step);
/// An id that was barred before any claim had it.
Answer barred_answer(const ReleaseClaim& op, Millis at);
/// `after` is no claim of the sale.
Answer unknown_page_answer(const std::string& after);
/// Fills in what the limits leave a user with that many live claims and units.
void set_remaining(ClaimList& list, const SaleDefinition& definition, std::int64_t claims, std::int64_t units);
/// A hold that has run out is over, whether or not the ledger has been told.
Claim as_of(Claim claim, Millis now);
std::vector<Claim> as_of(std::vector<Claim> claims, Millis now);

Answer audit_answer(LedgerAudit audit, const std::vector<std::string>& further);

}  // namespace allot
