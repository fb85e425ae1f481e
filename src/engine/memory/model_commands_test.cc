// The commands of ModelRun (compiled into the tests only).
#include <stdexcept>

#include "engine/memory/model_run.h"
#include "engine/memory/sale_fixture.h"

namespace allot {

ModelRun::ModelRun(std::uint64_t seed, Fault fault) : random_(seed), fault_(std::move(fault)) {
  SaleDefinition& definition = plain_.definition;
  definition.pools = {{"a", up_to(12)}, {"b", up_to(12)}, {"c", up_to(40)}};
  if (one_in(2)) definition.total = up_to(40);
  definition.claims_per_user = up_to(2);
  definition.units_per_user = one_in(2) ? up_to(9) : 0;
  definition.hold_seconds = up_to(3);
  definition.versioned = one_in(2);
  for (const auto& [name, units] : definition.pools) plain_.stocked[name] = units;
  if (definition.total) plain_.stocked["*"] = *definition.total;
  plain_.given = plain_.stocked;
  load();
}

std::string ModelRun::go(int steps) {
  try {
    for (int i = 0; i < steps; ++i) {
      now_ += one_in(3) ? up_to(900) : 0;
      one_step();
      check_all();
    }
  } catch (const std::runtime_error& difference) {
    return doing_ + ": " + difference.what();
  }
  return {};
}

void ModelRun::one_step() {
  const std::int64_t dice = up_to(99);
  if (dice < 50) return claim_batch();
  if (dice < 57) return restock();
  if (dice < 59) return turn();
  if (dice < 62) return patch();
  if (dice < 64) return bar();
  if (dice < 74) return settle_some(static_cast<std::size_t>(1 + up_to(3)));
  if (dice < 88) return change_a_claim();
  if (dice < 91) return resume();
  if (dice < 94) return expire();
  if (dice < 98) return take_back();
  rebuild();
}

ClaimRequest ModelRun::some_request(std::deque<std::string>& text, std::deque<std::vector<ItemView>>& items) {
  const auto keep = [&](std::string value) -> std::string_view { return text.emplace_back(std::move(value)); };
  ClaimRequest request;
  request.fresh_id = fresh_id_++;
  if (!one_in(3)) request.id = keep(some_id());
  request.user = keep(some_user());
  if (one_in(4)) request.if_version = plain_.version - (one_in(3) ? 1 : 0);
  if (one_in(4)) request.ref = "order-1";
  auto& lines = items.emplace_back();
  for (std::int64_t left = one_in(4) ? 3 : 1; left > 0; --left) {
    const std::string pool = some_pool();
    const bool twice = std::any_of(lines.begin(), lines.end(), [&](auto& line) { return line.pool == pool; });
    if (!twice) lines.push_back({keep(pool), 1 + up_to(2)});
  }
  request.items = lines;
  // Most repeats of an id are true repeats, with the lines in another order.
  const auto known = plain_.find(std::string(request.id));
  if (!request.id.empty() && known && !one_in(3)) {
    const PlainClaim& claim = plain_.claims[*known];
    request.user = keep(claim.user.empty() ? "u0" : claim.user);
    request.if_version = claim.if_version;
    if (!claim.items.empty()) lines.clear();
    for (const Item& item : claim.items) lines.insert(lines.begin(), {keep(item.pool), item.units});
    request.items = lines;
  }
  return request;
}

void ModelRun::claim_batch() {
  doing_ = "claims";
  std::deque<std::string> text;
  std::deque<std::vector<ItemView>> items;
  ClaimBatch batch;
  batch.now = now_;
  batch.frozen = one_in(12);
  const std::int64_t count = 1 + (one_in(20) ? 40 : up_to(4));
  for (std::int64_t i = 0; i < count; ++i) batch.requests.push_back(some_request(text, items));
  const std::size_t before = plain_.claims.size();
  const std::uint64_t entry_seq = plain_.seq + 1;
  int done = 0;
  hot_->decide(batch, [&] { ++done; });
  check(done == 1 && batch.decisions.size() == batch.requests.size(), "done once, a decision each");
  for (std::size_t i = 0; i < batch.requests.size(); ++i) {
    check_decision(batch.decisions[i], plain_.decide(batch.requests[i], now_, batch.frozen, entry_seq));
  }
  check((batch.entry != nullptr) == (plain_.seq == entry_seq), "an entry exactly when something was accepted");
  if (!batch.entry) return;
  check_entry(batch, before);
  outbox_.push_back(batch.entry);
}

void ModelRun::give_order(decltype(HotOrder::what) what, const PlainOrderAnswer& plain, std::uint64_t seq_before) {
  const HotOrder order = allot::give_order(*hot_, std::move(what), now_);
  check(order.verdict == plain.verdict, "order's verdict: " + std::string(verdict_name(order.verdict)) + ", expected " +
                                            std::string(verdict_name(plain.verdict)));
  check(order.replayed == plain.replayed && order.left == plain.left && order.field == plain.field, "order's answer");
  check(order.version == plain_.version, "order's version");
  check(order.rests_on == plain.rests_on, "what the order rests on");
  check((order.entry != nullptr) == plain.changed, "an entry exactly when something changed");
  if (!order.entry) return;
  check(order.entry->seq == seq_before + 1 && order.entry->changes.size() == 1, "the order's entry");
  outbox_.push_back(order.entry);
}

void ModelRun::restock() {
  doing_ = "restock";
  RestockChange ask;
  ask.id = "r" + std::to_string(up_to(60));
  ask.pool = one_in(5) ? "*" : some_pool();
  ask.units = one_in(3) ? -1 - up_to(4) : one_in(15) ? limits::kStockMax - up_to(2) : 1 + up_to(5);
  ask.moves_total = !one_in(4);
  if (one_in(4)) ask.if_version = plain_.version + (one_in(3) ? 1 : 0);
  for (const PlainRestock& each : plain_.restocks) {
    if (each.change.id == ask.id && !one_in(3)) ask = each.change;
  }
  const std::uint64_t before = plain_.seq;
  const PlainOrderAnswer plain = plain_.restock(ask);
  give_order(HotOrder::Restock{ask.id, ask.pool, ask.units, ask.moves_total, ask.if_version}, plain, before);
}

void ModelRun::turn() {
  const bool close = one_in(8);
  doing_ = close ? "close" : "pause";
  const std::uint64_t before = plain_.seq;
  const PlainOrderAnswer plain = plain_.turn(close ? SaleSwitch::kClosed : SaleSwitch::kPaused);
  if (close) return give_order(HotOrder::Close{}, plain, before);
  give_order(HotOrder::Pause{}, plain, before);
}

void ModelRun::patch() {
  doing_ = "patch";
  SalePatch patch;
  if (one_in(3)) patch.if_version = plain_.version - (one_in(3) ? 1 : 0);
  if (one_in(3)) patch.claims_per_user = up_to(2);
  if (one_in(3)) patch.units_per_user = up_to(12);
  if (one_in(3)) patch.hold_seconds = up_to(3);
  if (one_in(6)) patch.starts_at = one_in(3) ? 0 : now_ - 500 + up_to(800);
  if (one_in(6)) patch.ends_at = one_in(2) ? 0 : now_ - 100 + up_to(3000);
  if (one_in(5)) patch.pools.emplace_back(std::string(1, "cde"[up_to(2)]), up_to(5));
  const std::uint64_t before = plain_.seq;
  const PlainOrderAnswer plain = plain_.patch(patch);
  give_order(HotOrder::Patch{patch}, plain, before);
}

void ModelRun::bar() {
  doing_ = "bar";
  const std::string id = some_id();
  const std::uint64_t before = plain_.seq;
  const PlainOrderAnswer plain = plain_.bar(id, now_);
  give_order(HotOrder::Bar{id, "fraud"}, plain, before);
}

void ModelRun::take_back() {
  doing_ = "revert";
  for (std::int64_t left = 1 + up_to(4); left > 0 && !outbox_.empty(); --left) {
    check(hot_->revert(*outbox_.back()), "revert answers true");
    plain_.take_back();
    outbox_.pop_back();
    check_all();
  }
}

}  // namespace allot
