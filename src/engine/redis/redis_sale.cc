#include "engine/redis/redis_sale.h"

#include <spdlog/spdlog.h>

#include <algorithm>

#include "engine/redis/claim_codec.h"
#include "engine/redis/credit_codec.h"
#include "engine/redis/entry_codec.h"
#include "engine/redis/order_codec.h"
#include "engine/redis/words.h"

namespace allot {
namespace {

constexpr Millis kValid = 1'000;   // of one try
constexpr Millis kMargin = 50;     // for clocks that drift between two measurements
constexpr Millis kGiveUp = 3'000;  // all tries of one batch

/// Errors with which a server refuses a call before it has begun.
bool refused_before(const RedisReply& reply) {
  static constexpr std::string_view kWords[] = {"OOM",        "BUSY",        "READONLY", "LOADING", "MASTERDOWN",
                                                "NOREPLICAS", "CLUSTERDOWN", "TRYAGAIN", "MISCONF", "MOVED",
                                                "ASK",        "NOAUTH",      "NOPERM",   "NOSCRIPT"};
  return std::any_of(std::begin(kWords), std::end(kWords), [&](std::string_view word) { return reply.is_error(word); });
}

/// Anything but "ok". A script that fails half way leaves a state that nobody may go on with.
HotFate fate_of(RedisFate fate, const RedisReply& reply, SaleUid uid) {
  switch (fate) {
    case RedisFate::kNotSent: return HotFate::kNothing;
    case RedisFate::kLost: return HotFate::kUnknown;
    case RedisFate::kAnswered: break;
  }
  if (reply.is_error()) {
    if (refused_before(reply)) return HotFate::kNothing;
    spdlog::error("sale uid {}: Redis answered '{}'", uid, reply.text);
    return HotFate::kLost;
  }
  const std::string_view word = reply.items.empty() ? std::string_view() : std::string_view(reply.items[0].text);
  if (word == "ok") return HotFate::kDone;
  if (word == "overdue") return HotFate::kOverdue;
  if (word == "late" || word == "replica") return HotFate::kNothing;
  if (word == "loading" || word == "loaded") return HotFate::kNotLive;
  if (word == "verify") return HotFate::kVerify;
  if (word == "stale" || word == "behind") return HotFate::kStale;
  return HotFate::kLost;
}

/// Reads an answer; what cannot be read is as good as lost.
template <class Read>
HotFate read_guarded(HotFate fate, SaleUid uid, Read read) {
  if (fate != HotFate::kDone) return fate;
  try {
    read();
    return fate;
  } catch (const RedisError& error) {
    spdlog::error("sale uid {}: {}", uid, error.what());
    return HotFate::kLost;
  }
}

}  // namespace

std::uint32_t shards_for(std::int64_t stock) {
  std::uint32_t shards = 1;
  while (shards < 64 && stock > 1'000) {
    shards *= 2;
    stock /= 2;
  }
  return shards;
}

void RedisSale::saw(EntryMark entry) {
  const std::lock_guard lock(mutex_);
  if (entry.seq > known_.seq) known_ = entry;
}

EntryMark RedisSale::known() const {
  const std::lock_guard lock(mutex_);
  return known_;
}

std::shared_ptr<ScriptCall> RedisSale::call(RedisScript script, Millis now) const {
  return std::make_shared<ScriptCall>(script, keys_, epoch_, now, store_.server_time(clock_.now()) + kValid, known());
}

void RedisSale::decide(ClaimBatch& batch, std::uint64_t nonce, std::function<void(HotFate, std::uint64_t)> done) {
  try_decide(batch, nonce, clock_.now() + kGiveUp, std::move(done));
}

void RedisSale::try_decide(ClaimBatch& batch, std::uint64_t nonce, Millis give_up,
                           std::function<void(HotFate, std::uint64_t)> done) {
  const std::uint64_t known = this->known().seq;
  const auto call = this->call(RedisScript::kClaim, batch.now);
  add_claims(*call, batch, nonce);
  store_.run(call,
             [this, &batch, nonce, give_up, known, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
               const HotFate result = read_guarded(fate_of(fate, reply, uid_), uid_,
                                                   [&] { read_claim_answers(reply, batch, uid_, epoch_, nonce); });
               if (result != HotFate::kUnknown) return done(result, known);
               store_.after(kValid + kMargin, [this, &batch, nonce, give_up, known, done] {
                 if (clock_.now() >= give_up) return done(HotFate::kUnknown, known);
                 try_decide(batch, nonce, give_up, [done](HotFate again, std::uint64_t then) {
                   // The first try may have happened; what the second could not do does not change that.
                   done(again == HotFate::kNothing ? HotFate::kUnknown : again, then);
                 });
               });
             });
}

void RedisSale::order(HotOrder& order, std::uint64_t nonce, Done done) {
  const auto call = this->call(RedisScript::kOrder, order.now);
  add_order(*call, order, nonce);
  store_.run(call, [this, &order, nonce, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
    const HotFate result =
        read_guarded(fate_of(fate, reply, uid_), uid_, [&] { read_order_answer(reply, order, uid_, epoch_, nonce); });
    if (result != HotFate::kUnknown) return done(result);
    store_.after(kValid + kMargin, [done] { done(HotFate::kUnknown); });
  });
}

void RedisSale::apply(const Credit& credit, std::function<void(HotFate, std::uint64_t)> done) {
  const auto call = this->call(RedisScript::kCredit, 0);
  add_credit(*call, credit);
  store_.run(call, [this, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
    std::uint64_t applied = 0;
    const HotFate result = read_guarded(fate_of(fate, reply, uid_), uid_, [&] {
      if (reply.items.size() != 2) throw RedisError("credit.lua answered in another form");
      applied = Words::number_of<std::uint64_t>(reply.items[1].text);
    });
    done(result, applied);
  });
}

void RedisSale::outbox(std::uint64_t from, std::uint64_t to, std::size_t limit,
                       std::function<void(HotFate, std::vector<std::shared_ptr<const Entry>>)> done) {
  const std::string epoch = std::to_string(epoch_) + "-";
  store_.command({"XRANGE", keys_.outbox(), epoch + std::to_string(from), epoch + std::to_string(to), "COUNT",
                  std::to_string(limit)},
                 [this, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
                   std::vector<std::shared_ptr<const Entry>> entries;
                   if (fate != RedisFate::kAnswered || reply.is_error()) return done(HotFate::kNothing, {});
                   const HotFate result = read_guarded(HotFate::kDone, uid_, [&] {
                     for (const RedisReply& item : reply.items) entries.push_back(read_entry(item, uid_));
                   });
                   done(result, std::move(entries));
                 });
}

void RedisSale::trim(std::uint64_t seq) {
  store_.command({"XTRIM", keys_.outbox(), "MINID", std::to_string(epoch_) + "-" + std::to_string(seq)},
                 [](RedisFate, const RedisReply&) {});
}

void RedisSale::fence(Done done) {
  store_.run(call(RedisScript::kFence, 0), [this, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
    done(fate_of(fate, reply, uid_));
  });
}

void RedisSale::loaded(Done done) { stand("loaded", 0, std::move(done)); }
void RedisSale::live(std::uint64_t credit_no, Done done) { stand("live", credit_no, std::move(done)); }

void RedisSale::stand(std::string_view standing, std::uint64_t credit_no, Done done) {
  const auto call = this->call(RedisScript::kLive, 0);
  call->add_all_shards();
  call->add(standing);
  call->add(credit_no);
  store_.run(call, [this, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
    done(fate_of(fate, reply, uid_));
  });
}

void RedisSale::standing(std::function<void(HotFate, Standing)> done) {
  store_.command({"HGETALL", keys_.state()}, [this, done = std::move(done)](RedisFate fate, const RedisReply& reply) {
    if (fate != RedisFate::kAnswered || reply.is_error()) return done(HotFate::kNothing, {});
    Standing standing;
    bool live = false;
    const HotFate result = read_guarded(HotFate::kDone, uid_, [&] {
      for (std::size_t i = 0; i + 1 < reply.items.size(); i += 2) {
        const std::string_view name = reply.items[i].text;
        const std::string_view value = reply.items[i + 1].text;
        if (name == "live") live = value == "live" || value == "loaded";
        if (name == "seq") standing.seq = Words::number_of<std::uint64_t>(value);
        if (name == "credit") standing.credit_no = Words::number_of<std::uint64_t>(value);
        if (name.starts_with("l:")) standing.left.emplace_back(name.substr(2), Words::number_of<std::int64_t>(value));
      }
    });
    done(live ? result : HotFate::kLost, std::move(standing));
  });
}

}  // namespace allot
