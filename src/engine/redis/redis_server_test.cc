// Needs redis-server. The scripts decide exactly as the memory engine does.
#include <gtest/gtest.h>

#include <deque>
#include <future>
#include <map>
#include <random>

#include "engine/memory/sale_fixture.h"
#include "engine/redis/redis_loader.h"
#include "engine/redis/redis_sale.h"
#include "engine/redis/test_redis.h"

namespace allot {
namespace {

constexpr Millis kStart = 1'800'000'000'000;

std::string shown(std::span<const ItemView> items) {
  std::string text;
  for (const ItemView& item : items) text.append(item.pool).append("=").append(std::to_string(item.units)).append(" ");
  return text;
}
std::string shown(std::span<const PoolLeft> lefts) {
  std::string text;
  for (const PoolLeft& left : lefts) text.append(left.pool).append("=").append(std::to_string(left.left)).append(" ");
  return text;
}
// Everything of a decision but what it rests on, which depends on what the ledger has.
std::string shown(const Decision& d) {
  return std::string(verdict_name(d.verdict)) + (d.verdict == Verdict::kReplayed ? "(replayed)" : "") + " claim " +
         std::string(d.claim) + " state " + std::string(claim_state_name(d.state)) + " items " + shown(d.items) +
         "left " + shown(d.left) + "pool " + std::string(d.pool) + " field " + std::string(d.field) + " created " +
         std::to_string(d.created_at) + " expires " + std::to_string(d.expires_at) + " version " +
         std::to_string(d.version) + " remaining " + std::to_string(d.remaining) + (d.incomplete ? " incomplete" : "") +
         " detail " + std::string(d.detail);
}
std::string shown(const HotOrder& o) {
  return std::string(verdict_name(o.verdict)) + (o.replayed ? "(replayed)" : "") + " left " + std::to_string(o.left) +
         " version " + std::to_string(o.version) + " field " + o.field + (o.entry ? " entry" : "");
}

/// One sale in Redis, its calls made one at a time.
class OneSale {
 public:
  explicit OneSale(const SaleState& state)
      : connection_(server_.address()),
        store_(connection_),
        keys_("t:", state.uid, state.epoch, 9, 4),
        sale_(store_, keys_, state.uid, state.epoch, {0, 9}, clock_) {
    await_up();
    ListedClaims none;
    EXPECT_EQ(load_sale(store_, keys_, state, {0, 9}, none, [] {}), "");
    EXPECT_EQ(wait([&](auto done) { sale_.loaded(done); }), HotFate::kDone);
    EXPECT_EQ(wait([&](auto done) { sale_.live(state.credit_no, done); }), HotFate::kDone);
  }
  void await_up() {
    for (int i = 0; i < 500 && !connection_.is_up(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  HotFate fence() {
    return wait([&](auto done) { sale_.fence(done); });
  }
  HotFate decide(ClaimBatch& batch) {
    return wait([&](auto done) { sale_.decide(batch, ++nonce_, [done](HotFate fate, std::uint64_t) { done(fate); }); });
  }
  HotFate order(HotOrder& order) {
    return wait([&](auto done) { sale_.order(order, ++nonce_, done); });
  }
  HotFate apply(const Credit& credit) {
    return wait([&](auto done) { sale_.apply(credit, [done](HotFate fate, std::uint64_t) { done(fate); }); });
  }
  std::vector<std::shared_ptr<const Entry>> outbox(std::uint64_t from, std::uint64_t to) {
    std::vector<std::shared_ptr<const Entry>> found;
    wait([&](auto done) {
      sale_.outbox(from, to, 10'000, [&found, done](HotFate fate, auto entries) {
        found = std::move(entries);
        done(fate);
      });
    });
    return found;
  }
  RedisSale::Standing standing() {
    RedisSale::Standing found;
    EXPECT_EQ(wait([&](auto done) {
                sale_.standing([&found, done](HotFate fate, RedisSale::Standing standing) {
                  found = std::move(standing);
                  done(fate);
                });
              }),
              HotFate::kDone);
    return found;
  }
  RedisReply command(const std::vector<std::string>& words) {
    std::promise<RedisReply> reply;
    store_.command(words, [&](RedisFate, RedisReply answer) { reply.set_value(std::move(answer)); });
    return reply.get_future().get();
  }
  TestRedis& server() { return server_; }
  RedisSale& sale() { return sale_; }
  const RedisKeys& keys() const { return keys_; }

 private:
  template <class Call>
  HotFate wait(Call call) {
    std::promise<HotFate> fate;
    call([&fate](HotFate ended) { fate.set_value(ended); });
    return fate.get_future().get();
  }

  TestRedis server_;
  RedisConnection connection_;
  RedisStore store_;
  RedisKeys keys_;
  SystemClock clock_;
  RedisSale sale_;
  std::uint64_t nonce_ = 100;
};

SaleDefinition definition_of(std::mt19937_64& random) {
  const auto up_to = [&](std::int64_t most) {
    return static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(most + 1));
  };
  SaleDefinition definition;
  definition.pools = {{"blue", up_to(60)}, {"red", up_to(60)}};
  if (up_to(1) == 1) definition.total = up_to(80);
  definition.claims_per_user = up_to(3);
  definition.units_per_user = up_to(1) * up_to(9);
  definition.hold_seconds = up_to(1) * 600;
  definition.versioned = up_to(2) == 0;
  if (up_to(3) == 0) definition.starts_at = kStart + 20;
  if (up_to(3) == 0) definition.ends_at = kStart + 400;
  return definition;
}

/// What a caller asked for, kept until the batch is decided twice.
struct Asks {
  std::deque<std::string> texts;
  std::deque<std::vector<ItemView>> items;
  std::string_view text(std::string from) { return texts.emplace_back(std::move(from)); }
};

class Race {
 public:
  explicit Race(std::uint64_t seed)
      : random_(seed), state_(fresh_state(definition_of(random_))), memory_(load_sale(state_)), redis_(state_) {}

  void go(int steps) {
    for (int i = 0; i < steps && !testing::Test::HasFailure(); ++i) {
      now_ += pick(6);
      switch (pick(9)) {
        case 0: order(); break;
        case 1: credit(); break;
        default: claims(); break;
      }
    }
    compare_stock();
  }

 private:
  std::int64_t pick(std::int64_t many) {
    return static_cast<std::int64_t>(random_() % static_cast<std::uint64_t>(many));
  }

  ClaimRequest request(Asks& asks) {
    ClaimRequest request;
    if (pick(4) != 0) request.id = asks.text("c:" + std::to_string(pick(120)));
    request.fresh_id = ++fresh_;
    request.user =
        asks.text(std::vector<std::string>{"7", "007", "Bob b", "bob", "ü 2", "x"}[static_cast<std::size_t>(pick(6))] +
                  (pick(3) == 0 ? std::to_string(pick(12)) : ""));
    auto& items = asks.items.emplace_back();
    const std::int64_t kind = pick(12);
    if (kind != 0) items.push_back({"red", 1 + pick(3)});
    if (kind < 4) items.push_back({"blue", 1 + pick(2)});
    if (kind == 11) items.push_back({"green", 1});
    request.items = items;
    if (pick(8) == 0) request.if_version = 1 + pick(4);
    if (pick(6) == 0) request.ref = "order 1";
    if (pick(9) == 0) request.meta = R"({"a":1})";
    return request;
  }

  void claims() {
    Asks asks;
    ClaimBatch one;
    for (std::int64_t i = 1 + pick(6); i > 0; --i) one.requests.push_back(request(asks));
    one.now = now_;
    one.frozen = pick(20) == 0;
    ClaimBatch other;
    other.requests = one.requests;
    other.now = one.now;
    other.frozen = one.frozen;
    memory_->decide(one, nullptr);
    ASSERT_EQ(redis_.decide(other), HotFate::kDone);
    for (std::size_t i = 0; i < one.requests.size(); ++i) {
      ASSERT_EQ(shown(one.decisions[i]), shown(other.decisions[i])) << "claim " << i << " of the batch";
    }
    ASSERT_EQ(one.entry == nullptr, other.entry == nullptr);
    if (!one.entry) return;
    ASSERT_EQ(one.entry->seq, other.entry->seq);
    compare_entry(*one.entry, *other.entry);
    const auto stored = redis_.outbox(one.entry->seq, one.entry->seq);
    ASSERT_EQ(stored.size(), 1U);
    EXPECT_EQ(stored[0]->nonce, other.entry->nonce);
    compare_entry(*one.entry, *stored[0]);
    for (const AcceptedClaim& claim : one.entry->claims) keep(claim);
    seq_ = one.entry->seq;
    redis_.sale().saw({seq_, other.entry->nonce});
  }

  static void compare_entry(const Entry& one, const Entry& other) {
    EXPECT_EQ(one.version, other.version);
    ASSERT_EQ(one.claims.size(), other.claims.size());
    for (std::size_t i = 0; i < one.claims.size(); ++i) {
      const AcceptedClaim& a = one.claims[i];
      const AcceptedClaim& b = other.claims[i];
      EXPECT_EQ(std::tuple(a.no, a.id, a.user, shown(a.items), a.ref, a.meta, a.if_version, a.version, a.state,
                           a.created_at, a.expires_at),
                std::tuple(b.no, b.id, b.user, shown(b.items), b.ref, b.meta, b.if_version, b.version, b.state,
                           b.created_at, b.expires_at));
    }
  }

  struct Kept {
    ClaimNo no;
    std::string id;
    std::string user;
    std::vector<Item> items;
    ClaimState state;
    Millis expires_at;
  };
  void keep(const AcceptedClaim& claim) {
    Kept kept{claim.no, std::string(claim.id), std::string(claim.user), {}, claim.state, claim.expires_at};
    for (const ItemView& item : claim.items) kept.items.push_back({std::string(item.pool), item.units});
    claims_.push_back(std::move(kept));
  }

  void order() {
    HotOrder order;
    std::string id = "r" + std::to_string(pick(5));
    SalePatch patch;
    switch (pick(12)) {
      case 0: order.what = HotOrder::Pause{}; break;
      case 1: order.what = HotOrder::Bar{id, "why"}; break;
      case 2:
        patch.claims_per_user = pick(4);
        if (pick(2) == 0) patch.if_version = 1 + pick(3);
        if (pick(3) == 0) patch.ends_at = kStart + 300;
        if (pick(5) == 0) patch.pools = {{"green", 5}};
        order.what = HotOrder::Patch{patch};
        break;
      case 3:
        if (pick(25) != 0) return;
        order.what = HotOrder::Close{};
        break;
      default:
        order.what = HotOrder::Restock{
            id, std::vector<std::string_view>{"red", "blue", "*", "none"}[static_cast<std::size_t>(pick(4))],
            pick(30) == 0 ? 1'000'000'000'000'000 : pick(20) - 8, pick(3) != 0,
            pick(6) == 0 ? std::optional<std::int64_t>(2) : std::nullopt};
        if (std::get<HotOrder::Restock>(order.what).units == 0) return;
    }
    order.now = now_;
    HotOrder other = order;
    memory_->order(order, nullptr);
    ASSERT_EQ(redis_.order(other), HotFate::kDone);
    ASSERT_EQ(shown(order), shown(other));
    if (order.entry) {
      seq_ = order.entry->seq;
      redis_.sale().saw({seq_, other.entry->nonce});
    }
    if (const auto* ask = std::get_if<HotOrder::Restock>(&order.what);
        ask != nullptr && order.entry && ask->units > 0) {
      PoolCredit main{std::string(ask->pool), ask->units};
      coming_.emplace_back(main);
      if (ask->pool != kTotalPool && ask->moves_total && state_.total)
        coming_.emplace_back(PoolCredit{"*", ask->units});
    }
    if (order.entry && !patch.pools.empty()) coming_.emplace_back(PoolCredit{"green", 5});
  }

  void credit() {
    Credit credit;
    credit.uid = state_.uid;
    credit.number = ++credit_no_;
    credit.seq = seq_;
    credit.changes.swap(coming_);
    if (pick(3) == 0) credit.changes.emplace_back(SwitchCredit{SaleSwitch::kOpen});
    if (closed())
      std::erase_if(credit.changes, [](const CreditChange& c) { return std::holds_alternative<SwitchCredit>(c); });
    for (std::int64_t i = pick(3); i > 0 && !claims_.empty(); --i) settle(credit);
    memory_->settled(seq_);
    memory_->apply(credit);
    ASSERT_EQ(redis_.apply(credit), HotFate::kDone);
    ASSERT_EQ(redis_.apply(credit), HotFate::kDone) << "again: nothing moves";
  }

  bool closed() {
    ClaimBatch probe;
    std::vector<ItemView> items{{"red", 1}};
    probe.requests = {{.id = "probe", .user = "probe", .items = items, .if_version = {}, .ref = {}, .meta = {}}};
    probe.now = now_;
    probe.frozen = true;
    memory_->decide(probe, nullptr);
    return probe.decisions[0].verdict == Verdict::kClosed;
  }

  void settle(Credit& credit) {
    Kept& kept = claims_[static_cast<std::size_t>(pick(static_cast<std::int64_t>(claims_.size())))];
    if (kept.state == ClaimState::kReleased) return;
    ClaimCredit change{kept.no, kept.id, ClaimState::kReleased, 0, {}, kept.user};
    if (kept.state == ClaimState::kHeld && pick(3) == 0) {
      change.state = kept.state = ClaimState::kConfirmed;
    } else if (pick(4) == 0 && kept.items.front().units > 1) {
      change.state = kept.state;
      change.expires_at = kept.state == ClaimState::kHeld ? kept.expires_at : 0;
      change.given_back = {{kept.items.front().pool, 1}};
      --kept.items.front().units;
    } else {
      kept.state = ClaimState::kReleased;
      change.given_back = kept.items;
    }
    credit.changes.emplace_back(std::move(change));
  }

  void compare_stock() {
    const HotStock stock = memory_->stock();
    std::map<std::string, std::int64_t> one;
    for (const auto& [pool, left] : stock.pools) one[std::string(pool)] = left;
    if (stock.total) one["*"] = *stock.total;
    std::map<std::string, std::int64_t> other;
    for (const auto& [pool, left] : redis_.standing().left) other[pool] = left;
    EXPECT_EQ(one, other);
  }

  std::mt19937_64 random_;
  SaleState state_;
  std::unique_ptr<HotSale> memory_;
  OneSale redis_;
  Millis now_ = kStart;
  std::uint64_t fresh_ = 1'000'000;
  std::uint64_t seq_ = 0;
  std::uint64_t credit_no_ = 0;
  std::vector<CreditChange> coming_;
  std::vector<Kept> claims_;
};

TEST(RedisServer, DecidesAsTheMemoryEngineDoes) {
  for (int round = 0; round < 12 && !HasFailure(); ++round) {
    const std::uint64_t seed = std::random_device{}();
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::printf("seed %lu\n", static_cast<unsigned long>(seed));
    Race(seed).go(400);
  }
}

/// One pool of ten, one claim per user.
SaleState small_sale() {
  SaleDefinition definition;
  definition.pools = {{"red", 10}};
  return fresh_state(definition);
}

class RedisServerFault : public testing::Test {
 protected:
  HotFate claim(const std::string& id, const std::string& user) {
    const std::vector<ItemView> items{{"red", 1}};
    batch_ = ClaimBatch();
    batch_.requests = {{.id = id, .user = user, .items = items, .if_version = {}, .ref = {}, .meta = {}}};
    batch_.now = kStart;
    const HotFate fate = sale_.decide(batch_);
    verdict_ = fate == HotFate::kDone ? batch_.decisions.front().verdict : Verdict::kUnavailable;
    if (fate == HotFate::kDone && batch_.entry) sale_.sale().saw({batch_.entry->seq, batch_.entry->nonce});
    return fate;
  }
  void expect_accepted(const std::string& id) {
    EXPECT_EQ(claim(id, id), HotFate::kDone);
    EXPECT_EQ(verdict_, Verdict::kAccepted);
  }
  std::int64_t left() { return std::stoll(sale_.command({"HGET", sale_.keys().state(), "l:red"}).text); }

  OneSale sale_{small_sale()};
  ClaimBatch batch_;
  Verdict verdict_ = Verdict::kUnavailable;
};

TEST_F(RedisServerFault, AForgottenScriptIsGivenAgain) {
  expect_accepted("a");
  sale_.command({"SCRIPT", "FLUSH"});
  expect_accepted("b");
}

TEST_F(RedisServerFault, NoVanishedKeyLooksLikeAnEmptyOne) {
  expect_accepted("a");
  const RedisKeys& keys = sale_.keys();
  const std::vector<std::string> all = {keys.state(),
                                        keys.outbox(),
                                        keys.holds(),
                                        keys.restocks(),
                                        keys.ids(keys.shard_of("x")),
                                        keys.users(keys.shard_of("x"))};
  for (const std::string& key : all) {
    SCOPED_TRACE(key);
    sale_.command({"COPY", key, "kept"});
    sale_.command({"DEL", key});
    EXPECT_EQ(claim("x", "x"), HotFate::kLost);
    sale_.command({"COPY", "kept", key});
    sale_.command({"DEL", "kept"});
  }
  expect_accepted("x");
  sale_.command({"FLUSHALL"});
  EXPECT_EQ(claim("y", "y"), HotFate::kLost);
}

TEST_F(RedisServerFault, AnotherPastIsNoticed) {
  expect_accepted("a");
  expect_accepted("b");
  sale_.sale().saw({2, 4711});
  EXPECT_EQ(claim("c", "c"), HotFate::kDone) << "older news change nothing";
  // As a rollback to entry 3 and another entry 4 would look.
  sale_.command({"HSET", sale_.keys().state(), "n:3", "3 4711"});
  EXPECT_EQ(claim("d", "d"), HotFate::kLost);
  EXPECT_EQ(left(), 7);
}

TEST_F(RedisServerFault, AStateBehindTheLedgerIsNoticed) {
  expect_accepted("a");
  sale_.sale().saw({5, 99});
  EXPECT_EQ(claim("b", "b"), HotFate::kLost);
}

TEST_F(RedisServerFault, AFullServerTakesNothingAndKeepsNoHalf) {
  expect_accepted("a");
  sale_.command({"CONFIG", "SET", "maxmemory", "1"});
  EXPECT_EQ(claim("b", "b"), HotFate::kNothing);
  sale_.command({"CONFIG", "SET", "maxmemory", "0"});
  EXPECT_EQ(left(), 9);
  EXPECT_EQ(sale_.standing().seq, 1U);
  expect_accepted("b");
}

TEST_F(RedisServerFault, AReplicaDecidesNothing) {
  expect_accepted("a");
  sale_.command({"REPLICAOF", "127.0.0.1", "1"});
  EXPECT_EQ(claim("a", "a"), HotFate::kNothing) << "not even what needs no write";
  sale_.command({"REPLICAOF", "NO", "ONE"});
  EXPECT_EQ(claim("a", "a"), HotFate::kVerify);
}

TEST_F(RedisServerFault, AFencedStateDecidesNothing) {
  expect_accepted("a");
  EXPECT_EQ(sale_.fence(), HotFate::kDone);
  EXPECT_EQ(claim("a", "a"), HotFate::kLost);
}

TEST_F(RedisServerFault, WhatAStalledServerExecutesLaterChangesNothing) {
  expect_accepted("a");
  const auto begin = std::chrono::steady_clock::now();
  sale_.server().send_signal(SIGSTOP);
  std::thread waker([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(4'500));
    sale_.server().send_signal(SIGCONT);
  });
  EXPECT_EQ(claim("b", "b"), HotFate::kUnknown);
  EXPECT_GE(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(2'000));
  waker.join();
  sale_.await_up();
  EXPECT_EQ(left(), 9);
  expect_accepted("b");
  EXPECT_EQ(left(), 8);
}

}  // namespace
}  // namespace allot
