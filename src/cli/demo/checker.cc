#include "cli/demo/checker.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "cli/text_bar.h"

namespace allot {
namespace {

std::string shown(std::uint64_t number) { return with_commas(static_cast<std::int64_t>(number)); }

std::int64_t live_units(const std::vector<OwnedClaim>& claims) {
  return std::count_if(claims.begin(), claims.end(),
                       [](const OwnedClaim& claim) { return claim.state != ClaimState::kReleased; });
}

CheckLine check_sold(const DemoFacts& facts) {
  const std::int64_t sold = facts.sale.taken();
  const std::int64_t answered = live_units(facts.answered);
  return {sold == facts.stock && answered == facts.stock, "sold = stock: " + with_commas(sold) + " by the ledger, " +
                                                              with_commas(answered) + " by the answers, of " +
                                                              with_commas(facts.stock)};
}

CheckLine check_oversold(const DemoFacts& facts) {
  const std::int64_t most = std::max({facts.peak_live, facts.sale.taken(), live_units(facts.answered)});
  const std::int64_t oversold = std::max<std::int64_t>(0, most - facts.stock);
  return {oversold == 0,
          with_commas(oversold) + " oversold: never more than " + with_commas(most) + " units owned at once"};
}

// Users with more than one live claim, by the answers and, apart from them, by the ledger.
std::uint64_t duplicates_answered(const std::vector<OwnedClaim>& claims) {
  std::unordered_set<std::uint32_t> buyers;
  std::uint64_t duplicates = 0;
  for (const OwnedClaim& claim : claims) {
    if (claim.state != ClaimState::kReleased && !buyers.insert(claim.buyer).second) ++duplicates;
  }
  return duplicates;
}

std::uint64_t duplicates_in_ledger(const std::vector<LedgerClaim>& claims) {
  std::unordered_map<std::string_view, std::string_view> owned;  // user -> id
  std::uint64_t duplicates = 0;
  for (const LedgerClaim& claim : claims) {
    if (claim.rows == 0 || claim.state == "released") continue;
    const auto [at, is_new] = owned.emplace(claim.user, claim.id);
    if (!is_new && at->second != claim.id) ++duplicates;
  }
  return duplicates;
}

CheckLine check_duplicates(const DemoFacts& facts) {
  const std::uint64_t answered = duplicates_answered(facts.answered);
  const std::uint64_t ledger = duplicates_in_ledger(facts.ledger);
  return {answered == 0 && ledger == 0,
          shown(answered) + " duplicate buyers by the answers, " + shown(ledger) + " by the ledger"};
}

CheckLine check_same_id(const DemoFacts& facts) {
  std::unordered_set<std::string_view> ids;
  for (const OwnedClaim& claim : facts.answered) ids.insert(claim.id);
  const std::uint64_t twice = facts.answered.size() - ids.size();
  return {twice == 0 && facts.counts.retries_wrong == 0, "no id was accepted twice; " + shown(facts.counts.retries) +
                                                             " retries, " + shown(facts.counts.retries_wrong) +
                                                             " of them answered wrongly"};
}

bool is_same(const OwnedClaim& answered, const LedgerClaim& ledger) {
  return ledger.id == answered.id && ledger.rows == 1 && ledger.user == buyer_name(answered.buyer) &&
         ledger.state == claim_state_name(answered.state) &&
         (answered.state == ClaimState::kReleased || ledger.units == 1);
}

CheckLine check_ledger(const DemoFacts& facts) {
  std::uint64_t right = 0;
  const std::size_t both = std::min(facts.answered.size(), facts.ledger.size());
  for (std::size_t i = 0; i < both; ++i) right += is_same(facts.answered[i], facts.ledger[i]) ? 1 : 0;
  return {right == facts.answered.size() && right == facts.ledger.size(),
          "every accepted answer is in the ledger once: " + shown(right) + " of " + shown(facts.answered.size())};
}

CheckLine check_conservation(const DemoFacts& facts) {
  std::vector<PoolFigures> pools = facts.sale.pools;
  if (facts.sale.total) pools.push_back(*facts.sale.total);
  bool ok = !facts.sale.pools.empty() && facts.sale.total.has_value();
  std::string text = "stocked = left + held + confirmed:";
  for (const PoolFigures& pool : pools) {
    ok = ok && pool.left >= 0 && pool.stocked == pool.left + pool.held + pool.confirmed;
    if (pool.pool != kTotalPool) continue;
    text += " " + with_commas(pool.stocked) + " = " + with_commas(pool.left) + " + " + with_commas(pool.held) + " + " +
            with_commas(pool.confirmed);
  }
  return {ok, text};
}

CheckLine check_audit(const DemoFacts& facts) {
  if (facts.audit.ok)
    return {true, "engine and ledger agree (audit of " + with_commas(facts.audit.claims) + " claims)"};
  const std::string first = facts.audit.findings.empty() ? facts.audit.verdict : facts.audit.findings.front();
  return {false, "engine and ledger disagree: " + first};
}

CheckLine check_nonsense(const DemoFacts& facts) {
  return {facts.counts.nonsense_accepted == 0, shown(facts.counts.nonsense) + " nonsense requests, " +
                                                   shown(facts.counts.nonsense_accepted) + " of them accepted"};
}

CheckLine check_answers(const DemoFacts& facts) {
  const bool ok = facts.unanswered == 0 && facts.counts.unexpected == 0;
  std::string text = "every request was answered as it must be";
  if (facts.unanswered > 0) text = shown(facts.unanswered) + " requests without an answer";
  if (facts.counts.unexpected > 0) {
    text = shown(facts.counts.unexpected) + " unexpected answers, the first: " + facts.counts.first_unexpected;
  }
  return {ok, text};
}

}  // namespace

std::vector<CheckLine> check_demo(const DemoFacts& facts) {
  return {check_sold(facts),
          check_oversold(facts),
          check_duplicates(facts),
          check_same_id(facts),
          check_ledger(facts),
          check_audit(facts),
          check_conservation(facts),
          check_nonsense(facts),
          check_answers(facts),
          {facts.server_ended_well,
           facts.server_ended_well ? "the server stopped in order" : "the server did not stop in order"}};
}

}  // namespace allot
