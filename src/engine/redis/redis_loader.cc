#include "engine/redis/redis_loader.h"

#include <condition_variable>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "engine/redis/item_text.h"

namespace allot {
namespace {

constexpr std::size_t kFieldsPerCommand = 256;
constexpr std::size_t kCommandsInFlight = 64;
constexpr std::size_t kLiveKept = 64;              // as in prelude.lua
constexpr std::uint64_t kRing = 64;                // as in prelude.lua
constexpr std::string_view kLifeSeconds = "3600";  // of a load that never ends; live.lua takes it away

/// Commands on their way, with a bound; the first failure is kept.
class Pipeline {
 public:
  explicit Pipeline(RedisStore& store) : store_(store) {}
  ~Pipeline() { finish(); }

  void send(const std::vector<std::string>& words) {
    {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [this] { return in_flight_ < kCommandsInFlight; });
      ++in_flight_;
    }
    store_.command(words, [this](RedisFate fate, const RedisReply& reply) {
      const std::lock_guard lock(mutex_);
      if (error_.empty() && fate != RedisFate::kAnswered) error_ = "the connection to Redis was lost";
      if (error_.empty() && reply.is_error()) error_ = reply.text;
      --in_flight_;
      changed_.notify_all();
    });
  }
  std::string finish() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return in_flight_ == 0; });
    return error_;
  }
  bool failed() {
    const std::lock_guard lock(mutex_);
    return !error_.empty();
  }

 private:
  RedisStore& store_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::size_t in_flight_ = 0;
  std::string error_;
};

/// Gathers fields of many hashes and sends them a few hundred at a time.
class HashFiller {
 public:
  explicit HashFiller(Pipeline& pipeline) : pipeline_(pipeline) {}
  void set(const std::string& key, std::string field, std::string value) {
    std::vector<std::string>& words = words_[key];
    if (words.empty()) words = {"HSET", key};
    words.push_back(std::move(field));
    words.push_back(std::move(value));
    if (words.size() < 2 * kFieldsPerCommand) return;
    pipeline_.send(words);
    words.clear();
  }
  void flush() {
    for (auto& [key, words] : words_) {
      if (!words.empty()) pipeline_.send(words);
      words.clear();
    }
  }

 private:
  Pipeline& pipeline_;
  std::unordered_map<std::string, std::vector<std::string>> words_;
};

struct LoadedUser {
  std::int64_t claims = 0;
  std::int64_t units = 0;
  std::vector<std::string> live;
};

char letter(ClaimState state) {
  switch (state) {
    case ClaimState::kHeld: return 'h';
    case ClaimState::kConfirmed: return 'c';
    case ClaimState::kReleased: return 'r';
  }
  return 'r';
}

class Load {
 public:
  Load(RedisStore& store, const RedisKeys& keys, const SaleState& state, const EntryMark& root)
      : keys_(keys),
        state_(state),
        root_(root),
        epoch_(std::to_string(state.epoch)),
        pipeline_(store),
        filler_(pipeline_) {}

  std::string run(ClaimSource& claims, const std::function<void()>& progress) {
    add_sentinels();
    StoredClaim claim;
    for (std::size_t i = 0; claims.next(claim) && !pipeline_.failed(); ++i) {
      add(claim);
      if (i % 1024 == 0) progress();
    }
    add_users();
    for (const RestockChange& restock : state_.restocks) add(restock);
    filler_.flush();
    add_state();
    return pipeline_.finish();
  }

 private:
  void add_sentinels() {
    for (std::uint32_t shard = 0; shard < keys_.shards(); ++shard) {
      filler_.set(keys_.ids(shard), "", epoch_);
      filler_.set(keys_.users(shard), "", epoch_);
    }
    filler_.set(keys_.restocks(), "", epoch_);
    pipeline_.send({"ZADD", keys_.holds(), "+inf", ""});
    pipeline_.send({"XADD", keys_.outbox(), epoch_ + "-" + std::to_string(root_.seq), "nonce",
                    std::to_string(root_.nonce), "prev", "0", "version", "0", "body", ""});
  }

  void add(const StoredClaim& claim) {
    std::vector<ItemView> items;
    std::int64_t units = 0;
    for (const StoredClaim::Line& line : claim.items) {
      items.push_back({line.pool, line.units + line.given_back});
      units += line.units;
    }
    std::string record = std::to_string(claim.no) + ' ' + letter(claim.state) + ' ' + std::to_string(claim.created_at) +
                         ' ' + std::to_string(claim.expires_at) + ' ' +
                         (claim.if_version ? std::to_string(*claim.if_version) : "-") + " 0 " +
                         (claim.has_extra ? '1' : '0') + ' ' + item_text(items) + ' ' + std::string(claim.user);
    filler_.set(keys_.ids(keys_.shard_of(claim.id)), std::string(claim.id), std::move(record));
    if (claim.state == ClaimState::kHeld && claim.expires_at != 0) {
      pipeline_.send({"ZADD", keys_.holds(), std::to_string(claim.expires_at), std::string(claim.id)});
    }
    if (claim.user.empty() || claim.state == ClaimState::kReleased) return;
    LoadedUser& user = users_[std::string(claim.user)];
    ++user.claims;
    user.units += units;
    user.live.emplace_back(claim.id);
  }

  void add_users() {
    for (const auto& [name, user] : users_) {
      std::string record = std::to_string(user.claims) + ' ' + std::to_string(user.units);
      for (std::size_t i = user.live.size() > kLiveKept ? user.live.size() - kLiveKept : 0; i < user.live.size(); ++i) {
        record.append(" 0:").append(user.live[i]);
      }
      filler_.set(keys_.users(keys_.shard_of(name)), name, std::move(record));
    }
  }

  void add(const RestockChange& restock) {
    filler_.set(keys_.restocks(), restock.id,
                "0 " + std::to_string(restock.left) + ' ' + restock.pool + ' ' + std::to_string(restock.units) + ' ' +
                    (restock.moves_total ? '1' : '0') + ' ' +
                    (restock.if_version ? std::to_string(*restock.if_version) : "-"));
  }

  // Last: without it nothing of the rest is looked at.
  void add_state() {
    const SaleDefinition& definition = state_.definition;
    std::vector<std::string> words = {"HSET", keys_.state()};
    const auto set = [&](std::string name, std::string value) {
      words.push_back(std::move(name));
      words.push_back(std::move(value));
    };
    set("e", epoch_);
    set("format", "1");
    set("live", "loading");
    set("master", "");
    set("seq", std::to_string(root_.seq));
    set("nonce", std::to_string(root_.nonce));
    set("n:" + std::to_string(root_.seq % kRing), std::to_string(root_.seq) + ' ' + std::to_string(root_.nonce));
    set("credit", std::to_string(state_.credit_no));
    set("version", std::to_string(state_.version));
    set("switch", std::string(sale_switch_name(state_.switched)));
    set("switched_by", "0");
    set("starts", std::to_string(definition.starts_at));
    set("ends", std::to_string(definition.ends_at));
    set("hold", std::to_string(definition.hold_seconds));
    set("claims", std::to_string(definition.claims_per_user));
    set("units", std::to_string(definition.units_per_user));
    set("versioned", definition.versioned ? "1" : "0");
    set("next", std::to_string(state_.claims));
    set("time", "0");
    set("pools", std::to_string(state_.pools.size()));
    set("shards", std::to_string(keys_.shards()));
    for (const PoolState& pool : state_.pools) add_pool(words, pool.pool, pool);
    if (state_.total) add_pool(words, std::string(kTotalPool), *state_.total);
    pipeline_.send(words);
    expire_all();
  }

  void expire_all() {
    const auto expire = [&](std::string key) { pipeline_.send({"EXPIRE", std::move(key), std::string(kLifeSeconds)}); };
    for (auto& key : {keys_.state(), keys_.outbox(), keys_.holds(), keys_.restocks()}) expire(key);
    for (std::uint32_t shard = 0; shard < keys_.shards(); ++shard) {
      expire(keys_.ids(shard));
      expire(keys_.users(shard));
    }
  }

  static void add_pool(std::vector<std::string>& words, const std::string& name, const PoolState& pool) {
    words.insert(words.end(), {"l:" + name, std::to_string(pool.stocked - pool.taken), "k:" + name,
                               std::to_string(pool.stocked), "c:" + name, "0"});
  }

  const RedisKeys& keys_;
  const SaleState& state_;
  const EntryMark& root_;
  const std::string epoch_;
  Pipeline pipeline_;
  HashFiller filler_;
  std::unordered_map<std::string, LoadedUser> users_;
};

}  // namespace

std::string load_sale(RedisStore& store, const RedisKeys& keys, const SaleState& state, const EntryMark& root,
                      ClaimSource& claims, const std::function<void()>& progress) {
  return Load(store, keys, state, root).run(claims, progress);
}

void drop_sale(RedisStore& store, const RedisKeys& keys) {
  std::vector<std::string> words = {"UNLINK", keys.state(), keys.outbox(), keys.holds(), keys.restocks()};
  for (std::uint32_t shard = 0; shard < keys.shards(); ++shard) {
    words.push_back(keys.ids(shard));
    words.push_back(keys.users(shard));
  }
  store.command(words, [](RedisFate, const RedisReply&) {});
}

}  // namespace allot
