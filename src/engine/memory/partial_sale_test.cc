// A sale that is rebuilt for each batch from the rows that the batch needs decides as the whole one does.
#include <gtest/gtest.h>

#include <deque>
#include <random>
#include <set>

#include "engine/memory/sale_fixture.h"

namespace allot {
namespace {

struct Row {
  StoredClaim claim;
  std::string id;
  std::string user;
  std::deque<std::string> pools;  // what the lines borrow
};

// The ledger, as far as a decision can see it.
class LittleLedger {
 public:
  explicit LittleLedger(SaleDefinition definition) : state(fresh_state(std::move(definition))) {}

  SaleState state;
  std::deque<Row> rows;
  std::vector<RestockChange> restocks;

  std::vector<StoredClaim> claims_of(const std::set<std::string_view>& ids, const std::set<std::string_view>& users) {
    std::vector<StoredClaim> found;
    for (const Row& row : rows) {
      if (ids.contains(row.id) || (!row.user.empty() && users.contains(row.user))) found.push_back(row.claim);
    }
    return found;
  }
  SaleState part(std::string_view restock) const {
    SaleState part = state;
    part.partial = true;
    for (const RestockChange& each : restocks) {
      if (each.id == restock) part.restocks.push_back(each);
    }
    return part;
  }

  // Records the entry; what it gives back.
  std::vector<CreditChange> record(const Entry& entry) {
    std::vector<CreditChange> credit;
    state.seq = entry.seq;
    state.version = entry.version;
    for (const AcceptedClaim& claim : entry.claims) add(claim);
    for (const EntryChange& change : entry.changes) {
      std::visit([&](const auto& what) { apply(what, credit); }, change);
    }
    return credit;
  }

  CreditChange release(ClaimNo no) {
    StoredClaim& claim = rows[no].claim;
    ClaimCredit credit{no, rows[no].id, ClaimState::kReleased, 0, {}};
    for (StoredClaim::Line& line : claim.items) {
      credit.given_back.push_back({std::string(line.pool), line.units});
      move(line.pool, -line.units);
      line.given_back += line.units;
      line.units = 0;
    }
    claim.state = ClaimState::kReleased;
    claim.expires_at = 0;
    return credit;
  }

 private:
  PoolState* pool(std::string_view name) {
    for (PoolState& each : state.pools) {
      if (each.pool == name) return &each;
    }
    return nullptr;
  }
  void move(std::string_view name, std::int64_t taken) {
    pool(name)->taken += taken;
    if (state.total) state.total->taken += taken;
  }
  void add(const AcceptedClaim& claim) {
    EXPECT_EQ(claim.no, state.claims) << "numbers have no gaps";
    ++state.claims;
    Row& row = rows.emplace_back();
    row.id = claim.id;
    row.user = claim.user;
    row.claim = {claim.no,      row.id,           row.user,         claim.state,        claim.if_version,
                 claim.version, claim.created_at, claim.expires_at, !claim.ref.empty(), {}};
    for (const ItemView& item : claim.items) {
      row.claim.items.push_back({row.pools.emplace_back(item.pool), item.units, 0});
      move(item.pool, item.units);
    }
  }
  void apply(const SwitchChange& change, std::vector<CreditChange>&) { state.switched = change.value; }
  void apply(const RestockChange& change, std::vector<CreditChange>& credit) {
    restocks.push_back(change);
    const bool total_too = state.total && (change.moves_total || change.pool == kTotalPool);
    if (change.pool != kTotalPool) pool(change.pool)->stocked += change.units;
    if (total_too) state.total->stocked += change.units;
    if (change.units < 0) return;
    credit.emplace_back(PoolCredit{change.pool, change.units});
    if (total_too && change.pool != kTotalPool) credit.emplace_back(PoolCredit{std::string(kTotalPool), change.units});
  }
  void apply(const DefinitionChange& change, std::vector<CreditChange>& credit) {
    state.definition = change.definition;
    std::vector<PoolState> sorted;
    for (const auto& [name, stock] : change.definition.pools) {
      const PoolState* const known = pool(name);
      sorted.push_back(known != nullptr ? *known : PoolState{name, stock, 0, 0});
      if (known == nullptr) credit.emplace_back(PoolCredit{name, stock});
    }
    state.pools = std::move(sorted);
  }
  void apply(const BarChange& change, std::vector<CreditChange>&) {
    EXPECT_EQ(change.no, state.claims);
    ++state.claims;
    Row& row = rows.emplace_back();
    row.id = change.id;
    row.claim = {change.no, row.id, row.user, ClaimState::kReleased, {}, state.version, change.at, 0, false, {}};
  }
};

std::string words(const Decision& decision) {
  std::string text = std::string(verdict_name(decision.verdict)) + " " + std::string(claim_state_name(decision.state));
  const auto add = [&](const auto& value) {
    if constexpr (requires { std::to_string(value); })
      text += "|" + std::to_string(value);
    else
      text += "|" + std::string(value);
  };
  add(decision.claim);
  for (const ItemView& item : decision.items) add(item.pool), add(item.units);
  for (const PoolLeft& left : decision.left) add(left.pool), add(left.left);
  add(decision.pool), add(decision.field), add(decision.detail), add(decision.created_at), add(decision.expires_at);
  add(decision.version), add(decision.remaining), add(decision.rests_on), add(int{decision.incomplete});
  return text;
}

std::string words(const std::shared_ptr<Entry>& entry) {
  if (!entry) return "none";
  std::string text = std::to_string(entry->epoch) + "/" + std::to_string(entry->seq) + " v" +
                     std::to_string(entry->version) + " changes " + std::to_string(entry->changes.size());
  for (const AcceptedClaim& claim : entry->claims) {
    text += " " + std::to_string(claim.no) + ":" + std::string(claim.id) + ":" + std::string(claim.user) + ":" +
            std::to_string(claim.version) + ":" + std::to_string(claim.items.size());
  }
  return text;
}

class Differential {
 public:
  explicit Differential(std::uint64_t seed) : random_(seed) {
    SaleDefinition definition;
    definition.pools = {{"a", 30}, {"b", 12}};
    if (up_to(1) == 0) definition.total = 35;
    definition.claims_per_user = up_to(2);
    definition.units_per_user = up_to(1) * 6;
    definition.hold_seconds = up_to(1) * 60;
    definition.versioned = up_to(2) == 0;
    ledger_ = std::make_unique<LittleLedger>(definition);
    whole_ = load_sale(ledger_->state);
  }

  void go(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFatalFailure(); ++i) {
      now_ += up_to(20);
      const std::int64_t dice = up_to(11);
      if (dice < 8)
        claim_batch();
      else if (dice == 8)
        release_some();
      else
        order();
    }
  }
  std::size_t claims() const { return ledger_->rows.size(); }

 private:
  std::int64_t up_to(std::int64_t most) { return static_cast<std::int64_t>(random_() % std::uint64_t(most + 1)); }
  std::string_view keep(std::string text) { return text_.emplace_back(std::move(text)); }

  ClaimRequest request() {
    ClaimRequest ask;
    if (up_to(3) > 0) ask.id = keep("c" + std::to_string(up_to(80)));
    ask.user = keep("u" + std::to_string(up_to(15)));
    auto& items = items_.emplace_back();
    items.push_back({up_to(9) == 0 ? "x" : "a", 1 + up_to(2)});
    if (up_to(2) == 0) items.push_back({"b", 1});
    ask.items = items;
    if (up_to(9) == 0) ask.if_version = ledger_->state.version + up_to(1);
    if (up_to(5) == 0) ask.ref = "ref";
    ask.fresh_id = ++fresh_;
    return ask;
  }

  void claim_batch() {
    ClaimBatch one;
    ClaimBatch other;
    std::set<std::string_view> ids;
    std::set<std::string_view> users;
    for (std::int64_t n = 1 + up_to(4); n > 0; --n) {
      one.requests.push_back(request());
      ids.insert(one.requests.back().id);
      users.insert(one.requests.back().user);
    }
    other.requests = one.requests;
    one.now = other.now = now_;
    const auto part = load_sale(ledger_->part({}), ledger_->claims_of(ids, users));
    whole_->decide(one, nullptr);
    part->decide(other, nullptr);
    for (std::size_t i = 0; i < one.requests.size(); ++i) {
      ASSERT_EQ(words(one.decisions[i]), words(other.decisions[i]));
    }
    ASSERT_EQ(words(one.entry), words(other.entry));
    record(one.entry);
  }

  void order() {
    std::string_view restock;
    const auto what = some_order(restock);
    std::set<std::string_view> ids;
    if (const auto* bar = std::get_if<HotOrder::Bar>(&what)) ids.insert(bar->id);
    const auto part = load_sale(ledger_->part(restock), ledger_->claims_of(ids, {}));
    const HotOrder one = give_order(*whole_, what, now_);
    const HotOrder other = give_order(*part, what, now_);
    ASSERT_EQ(one.verdict, other.verdict);
    ASSERT_EQ(one.replayed, other.replayed);
    ASSERT_EQ(one.left, other.left);
    ASSERT_EQ(one.version, other.version);
    ASSERT_EQ(one.field + one.detail, other.field + other.detail);
    ASSERT_EQ(words(one.entry), words(other.entry));
    if (one.entry && std::holds_alternative<BarChange>(one.entry->changes.front())) {
      ASSERT_EQ(std::get<BarChange>(one.entry->changes.front()).no,
                std::get<BarChange>(other.entry->changes.front()).no);
    }
    record(one.entry);
    if (ledger_->state.switched == SaleSwitch::kPaused) resume();
  }

  decltype(HotOrder::what) some_order(std::string_view& restock) {
    switch (up_to(3)) {
      case 0: return HotOrder::Pause{};
      case 1: return HotOrder::Bar{keep("c" + std::to_string(up_to(99))), "no"};
      case 2: {
        SalePatch patch;
        patch.units_per_user = up_to(8);
        if (ledger_->state.pools.size() < 6) patch.pools.emplace_back("n" + std::to_string(up_to(5)), 5);
        return HotOrder::Patch{patch};
      }
      default:
        restock = keep("r" + std::to_string(up_to(9)));
        return HotOrder::Restock{restock, up_to(3) == 0 ? kTotalPool : "a", up_to(12) - 4, up_to(1) == 0, std::nullopt};
    }
  }

  void resume() {
    ledger_->state.switched = SaleSwitch::kOpen;
    credit({SwitchCredit{SaleSwitch::kOpen}});
  }
  void release_some() {
    if (ledger_->rows.empty()) return;
    const auto no = static_cast<ClaimNo>(up_to(static_cast<std::int64_t>(ledger_->rows.size()) - 1));
    if (ledger_->rows[no].claim.state != ClaimState::kReleased) credit({ledger_->release(no)});
  }
  void record(const std::shared_ptr<Entry>& entry) {
    if (!entry) return;
    const std::vector<CreditChange> changes = ledger_->record(*entry);
    whole_->settled(entry->seq);
    credit(changes);
  }
  void credit(std::vector<CreditChange> changes) {
    if (!changes.empty()) whole_->apply({7, ++ledger_->state.credit_no, std::move(changes)});
  }

  std::mt19937_64 random_;
  std::unique_ptr<LittleLedger> ledger_;
  std::unique_ptr<HotSale> whole_;
  std::deque<std::string> text_;
  std::deque<std::vector<ItemView>> items_;
  std::uint64_t fresh_ = 1'000'000'000'000;
  Millis now_ = 1'000'000;
};

TEST(PartialSale, DecidesAsTheWholeOne) {
  const std::uint64_t base = std::random_device{}();
  std::size_t claims = 0;
  for (std::uint64_t seed = base; seed < base + 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Differential run(seed);
    run.go(150);
    claims += run.claims();
    if (testing::Test::HasFatalFailure()) return;
  }
  EXPECT_GT(claims, 2000U) << "the runs must sell something; base seed " << base;
}

TEST(PartialSale, NumbersGoOnBehindWhatIsNotThere) {
  SaleDefinition definition;
  definition.pools = {{"a", 100}};
  SaleState state = fresh_state(definition);
  state.partial = true;
  state.claims = 40;
  state.pools[0].taken = 40;
  const auto part = load_sale(state);
  const std::vector<ItemView> items{{"a", 1}};
  ClaimBatch batch;
  ClaimRequest ask;
  ask.id = "x";
  ask.user = "u";
  ask.items = items;
  EXPECT_EQ(decide_one(*part, batch, ask, 5).verdict, Verdict::kAccepted);
  EXPECT_EQ(batch.entry->claims.at(0).no, 40U);
  const HotOrder bar = give_order(*part, HotOrder::Bar{"y", ""});
  EXPECT_EQ(std::get<BarChange>(bar.entry->changes.at(0)).no, 41U);
}

}  // namespace
}  // namespace allot
