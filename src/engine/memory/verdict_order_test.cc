// Every verdict of a claim is decided before the next one of the list.
#include <gtest/gtest.h>

#include "engine/memory/sale_fixture.h"

namespace allot {
namespace {

constexpr Millis kNow = 1'000'000;
constexpr Millis kSoon = kNow + 1;

/// Everything a claim can be refused for, in the order of INTERFACE's table.
enum Cause {
  kNoId,
  kKnownId,
  kClosed,
  kNotStarted,
  kEnded,
  kPaused,
  kClaims,
  kUnits,
  kVersion,
  kPool,
  kStock,
  kFrozen
};

struct Row {
  const char* name;
  Cause from;  // this cause and all later ones hold at once
  Verdict verdict;
  std::string_view known_id = "";
};

const Row kRows[] = {
    {"an id is needed", kNoId, Verdict::kInvalid},
    {"same id, same content, owned", kKnownId, Verdict::kReplayed, "mine"},
    {"same id, same content, released", kKnownId, Verdict::kReleased, "released"},
    {"same id, same content, hold run out", kKnownId, Verdict::kReleased, "ran_out"},
    {"barred id, whatever the content", kKnownId, Verdict::kReleased, "barred"},
    {"same id, other user", kKnownId, Verdict::kIdConflict, "other_user"},
    {"same id, other units", kKnownId, Verdict::kIdConflict, "other_units"},
    {"same id, other if_version", kKnownId, Verdict::kIdConflict, "other_version"},
    {"same id, other content, released", kKnownId, Verdict::kIdConflict, "other_released"},
    {"closed", kClosed, Verdict::kClosed},
    {"not started", kNotStarted, Verdict::kNotStarted},
    {"ended", kEnded, Verdict::kEnded},
    {"paused", kPaused, Verdict::kPaused},
    {"number of claims used up", kClaims, Verdict::kAlreadyClaimed},
    {"number of units used up", kUnits, Verdict::kLimitReached},
    {"other version", kVersion, Verdict::kVersionConflict},
    {"no such pool", kPool, Verdict::kUnknownPool},
    {"not enough left", kStock, Verdict::kSoldOut},
    {"the ledger is away", kFrozen, Verdict::kUnavailable},
    {"nothing against it", static_cast<Cause>(kFrozen + 1), Verdict::kAccepted},
};

StoredClaim stored(std::string_view id, std::string_view user, ClaimState state, std::int64_t units) {
  StoredClaim claim;
  claim.id = id;
  claim.user = user;
  claim.state = state;
  if (!user.empty()) claim.items = {{"gone", 0, 1}, {"here", units, 3 - units}, {"nowhere", 0, 2}};
  claim.if_version = 99;
  return claim;
}

/// The claims that are there already. "u" has two live ones with 6 units in all.
std::vector<StoredClaim> claims_before() {
  std::vector<StoredClaim> claims{stored("mine", "u", ClaimState::kConfirmed, 3),
                                  stored("released", "u", ClaimState::kReleased, 0),
                                  stored("ran_out", "u", ClaimState::kHeld, 3),
                                  stored("barred", "", ClaimState::kReleased, 0),
                                  stored("other_user", "U", ClaimState::kConfirmed, 1),
                                  stored("other_units", "v", ClaimState::kConfirmed, 2),
                                  stored("other_version", "v", ClaimState::kConfirmed, 0),
                                  stored("other_released", "v", ClaimState::kReleased, 0)};
  claims[2].expires_at = kNow;  // exclusive: at that instant it is over
  claims[5].user = "u";
  claims[5].items = {{"gone", 0, 1}, {"here", 0, 4}, {"nowhere", 0, 2}};
  claims[5].state = ClaimState::kReleased;
  claims[6].user = "u";
  claims[6].if_version = std::nullopt;
  claims[6].state = ClaimState::kReleased;
  for (ClaimNo no = 0; no < claims.size(); ++no) claims[no].no = no;
  return claims;
}

/// "nowhere" is a pool only until the cause kPool holds.
SaleState scene(Cause from) {
  SaleDefinition definition;
  definition.pools = {{"gone", 10}, {"here", 100}, {"nowhere", 100}};
  definition.claims_per_user = from <= kClaims ? 2 : 0;
  definition.units_per_user = from <= kUnits ? 8 : 0;
  definition.starts_at = from <= kNotStarted ? kSoon : 0;
  definition.ends_at = from <= kEnded ? kNow : 0;  // exclusive
  SaleState state = fresh_state(definition);
  state.pools[0].taken = from <= kStock ? 10 : 0;
  state.switched = from <= kClosed ? SaleSwitch::kClosed : from <= kPaused ? SaleSwitch::kPaused : SaleSwitch::kOpen;
  state.claims = 8;
  return state;
}

TEST(VerdictOrder, EachVerdictIsDecidedBeforeTheNextOnes) {
  for (const Row& row : kRows) {
    SCOPED_TRACE(row.name);
    const auto sale = load_sale(scene(row.from), claims_before());
    const std::vector<ItemView> known{{"nowhere", 2}, {"here", 3}, {"gone", 1}};  // in another order
    const std::vector<ItemView> fresh{{"gone", 1}, {"here", 3}, {row.from <= kPool ? "no_such" : "nowhere", 2}};
    ClaimRequest request;
    request.id = row.from == kNoId ? "" : row.from == kKnownId ? row.known_id : "new";
    request.user = "u";
    request.items = row.from == kKnownId ? known : fresh;
    if (row.from <= kVersion) request.if_version = 99;
    ClaimBatch batch;
    batch.frozen = row.from <= kFrozen;
    EXPECT_EQ(verdict_name(decide_one(*sale, batch, request, kNow).verdict), verdict_name(row.verdict));
    EXPECT_EQ(batch.decisions[0].verdict, row.verdict);
    EXPECT_EQ(batch.entry != nullptr, row.verdict == Verdict::kAccepted);
  }
}

TEST(VerdictOrder, RefusalsSayWhatTheCallerNeeds) {
  ClaimBatch batch;  // its arena holds the text of the answers
  const std::vector<ItemView> items{{"gone", 1}, {"here", 3}};
  const std::vector<ItemView> unknown{{"a", 1}, {"b", 1}};
  const auto ask = [&](Cause from, std::span<const ItemView> of) {
    ClaimRequest request;
    request.id = "new";
    request.user = "u";
    request.items = of;
    if (from <= kVersion) request.if_version = 99;
    return decide_one(*load_sale(scene(from), claims_before()), batch, request, kNow);
  };
  EXPECT_EQ(ask(kClaims, items).claim, "ran_out") << "live by the ledger's last word, and the newest";
  EXPECT_EQ(ask(kUnits, items).remaining, 2);
  EXPECT_EQ(ask(kVersion, items).version, 1);
  EXPECT_EQ(ask(kPool, unknown).pool, "a") << "the first one";
  const Decision sold_out = ask(kStock, items);
  ASSERT_EQ(sold_out.left.size(), 2U);
  EXPECT_EQ(sold_out.left[0].left, 0);
  EXPECT_EQ(sold_out.left[1].left, 100);
}

}  // namespace
}  // namespace allot
