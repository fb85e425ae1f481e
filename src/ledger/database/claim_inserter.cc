#include "ledger/database/claim_inserter.h"

namespace allot::database {
namespace {

constexpr auto kText = Column::Type::kText;
constexpr Column kClaim[] = {{"uid"},           {"no"},         {"id", kText},   {"buyer", kText}, {"state", kText},
                             {"reason", kText}, {"ref", kText}, {"meta", kText}, {"created_at"},   {"expires_at"},
                             {"if_version"},    {"version"},    {"pool", kText}, {"units"},        {"more_lines"}};
constexpr Column kLine[] = {{"uid"}, {"no"}, {"line"}, {"pool", kText}, {"units"}};
constexpr BulkSql kInsertClaims{BulkSql::Form::kInsert, "allot_claim", kClaim};
constexpr BulkSql kInsertLines{BulkSql::Form::kInsert, "allot_claim_line", kLine};

}  // namespace

void ClaimInserter::clear() noexcept {
  claims_.clear();
  lines_.clear();
  kept_.clear();
}

void ClaimInserter::add(SaleUid uid, const AcceptedClaim& claim) {
  const ItemView first = claim.items.empty() ? ItemView{} : claim.items.front();
  const std::size_t more = claim.items.empty() ? 0 : claim.items.size() - 1;
  claims_.add({uid, claim.no, claim.id, claim.user, claim_state_name(claim.state), Value(), null_if_empty(claim.ref),
               null_if_empty(claim.meta), claim.created_at, null_if_zero(claim.expires_at), claim.if_version,
               claim.version, null_if_empty(first.pool), first.units, more});
  for (std::size_t i = 1; i <= more; ++i) {
    lines_.add({uid, claim.no, i, claim.items[i].pool, claim.items[i].units});
  }
}

void ClaimInserter::add(SaleUid uid, const BarChange& bar, std::int64_t version) {
  claims_.add({uid, bar.no, bar.id, std::string_view(""), claim_state_name(ClaimState::kReleased),
               null_if_empty(bar.reason), Value(), Value(), bar.at, Value(), Value(), version, Value(), 0, 0});
}

void ClaimInserter::flush() {
  connection_.write(kInsertClaims, claims_);
  connection_.write(kInsertLines, lines_);
  clear();
}

}  // namespace allot::database
