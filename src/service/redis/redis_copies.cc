#include "service/redis/redis_copies.h"

#include <spdlog/spdlog.h>

#include <chrono>
#include <future>
#include <random>

#include "core/limits.h"
#include "engine/memory/hash.h"

namespace allot {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{250};
constexpr milliseconds kConnectWait{2'000};
constexpr int kLooksPerSearch = 20;  // for sales that only a dead process knew
constexpr std::size_t kSalesPerPage = 256;

std::uint64_t random_seed() {
  std::random_device source;
  return (static_cast<std::uint64_t>(source()) << 32U) | source();
}

void refuse_call(ClaimCall& call, CallRefusal refusal, Millis now) {
  call.refusal = refusal;
  call.gates.assign(call.batch.requests.size(), nullptr);
  call.batch.now = now;
}

HotFigures figures_of(const RedisSale::Standing& standing) {
  HotFigures figures;
  for (const auto& [pool, left] : standing.left) {
    if (pool == kTotalPool)
      figures.total_left = left;
    else
      figures.left.emplace_back(pool, left);
  }
  return figures;
}

}  // namespace

RedisCopies::RedisCopies(const RedisOptions& options, Ledger& ledger, SharedThread& thread, ReadThread& reads,
                         const Clock& ledger_clock, VerdictCounters& verdicts)
    : options_(options),
      ledger_(ledger),
      thread_(thread),
      reads_(reads),
      ledger_clock_(ledger_clock),
      verdicts_(verdicts),
      connection_(options.address),
      nonce_state_(random_seed()) {
  check_server();
}

RedisCopies::~RedisCopies() { stop(); }

// A server that evicts keys would lose what was sold; one that cannot be reached now may come later.
void RedisCopies::check_server() {
  const auto end = std::chrono::steady_clock::now() + kConnectWait;
  while (!connection_.is_up() && std::chrono::steady_clock::now() < end) {
    std::this_thread::sleep_for(milliseconds(10));
  }
  const std::string where = options_.address.shown();
  if (!connection_.is_up()) {
    spdlog::warn("Redis at {} cannot be reached ({}); claims are `unavailable` until it can", where,
                 connection_.last_error());
    return;
  }
  auto info = std::make_shared<std::promise<std::string>>();
  auto text = info->get_future();
  store_.command({"INFO"}, [info](RedisFate, const RedisReply& reply) { info->set_value(reply.text); });
  if (text.wait_for(kConnectWait) != std::future_status::ready) return;
  const std::string all = text.get();
  const auto at = all.find("maxmemory_policy:");
  const std::string policy = at == std::string::npos ? "" : all.substr(at + 17, all.find('\r', at) - at - 17);
  if (!policy.empty() && policy != "noeviction") {
    throw std::runtime_error("Redis at " + where + " evicts keys when it is full (maxmemory-policy " + policy +
                             "), which would lose what was sold; set maxmemory-policy noeviction");
  }
  if (all.find("aof_enabled:0") != std::string::npos) {
    spdlog::warn("Redis at {} keeps no append-only file: after a crash its sales are loaded anew", where);
  }
}

void RedisCopies::start() {
  loader_.start();
  looker_ = std::thread([this] {
    int looks = 0;
    std::unique_lock lock(mutex_);
    while (!wake_.wait_for(lock, kLookEvery, [this] { return stopping_; })) {
      lock.unlock();
      if (connection_.is_up() && !thread_.frozen()) {
        look();
        if (looks++ % kLooksPerSearch == 0) find_left_over();
      }
      lock.lock();
    }
  });
}

void RedisCopies::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (looker_.joinable()) looker_.join();
  loader_.stop();
  connection_.stop();
}

std::uint64_t RedisCopies::nonce() {
  const std::lock_guard lock(mutex_);
  std::uint64_t nonce = 0;
  while (nonce == 0) nonce = next_random(nonce_state_) >> 1U;
  return nonce;
}

bool RedisCopies::commit(Step step, std::function<void(Step&, CommitResult)> done) {
  return thread_.queue({std::move(step), std::move(done)});
}

void RedisCopies::count(const ClaimCall& call) {
  switch (call.refusal) {
    case CallRefusal::kNone: return verdicts_.add(call.batch.decisions);
    case CallRefusal::kUnknownSale: return verdicts_.add(Verdict::kUnknownSale, call.batch.requests.size());
    case CallRefusal::kOverloaded: return verdicts_.add(Verdict::kOverloaded, call.batch.requests.size());
  }
}

RedisCopies::LanePtr RedisCopies::known_lane(const std::string& sale) const {
  const std::lock_guard lock(mutex_);
  const auto found = lanes_.find(sale);
  return found == lanes_.end() ? nullptr : found->second;
}

RedisCopies::LanePtr RedisCopies::lane(const std::string& sale) {
  const std::lock_guard lock(mutex_);
  const auto found = lanes_.find(sale);
  if (found != lanes_.end()) return found->second;
  if (lanes_.size() >= limits::kSalesMax) return nullptr;
  return lanes_.emplace(sale, std::make_shared<RedisLane>(sale, static_cast<RedisHouse&>(*this))).first->second;
}

std::vector<RedisCopies::LanePtr> RedisCopies::lanes() const {
  const std::lock_guard lock(mutex_);
  std::vector<LanePtr> all;
  for (const auto& [name, lane] : lanes_) all.push_back(lane);
  return all;
}

void RedisCopies::claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  if (const LanePtr lane = this->lane(std::string(call.sale))) return lane->decide(call, client);
  refuse_call(call, CallRefusal::kOverloaded, ledger_time());
  count(call);
  client->decided(call);
}

void RedisCopies::order(const std::shared_ptr<SharedOrder>& order, std::function<void(GateState)> ready) {
  const LanePtr lane = this->lane(order->sale);
  if (!lane) return ready(GateState::kNothing);
  lane->order(std::shared_ptr<HotOrder>(order, &order->order), std::move(ready));
}

void RedisCopies::when_credited(const std::string& sale, std::function<void(bool)> ready) {
  // While Redis is away nobody is decided hot, and the hot copy is compared with the ledger before anybody is again.
  const LanePtr lane = connection_.is_up() ? this->lane(sale) : nullptr;
  if (!lane) return ready(false);
  lane->when_current(std::move(ready));
}

void RedisCopies::stock(const std::string& sale, std::function<void(std::optional<HotFigures>)> ready) {
  const LanePtr lane = this->lane(sale);
  if (!lane) return ready(std::nullopt);
  lane->stock([ready = std::move(ready)](const RedisSale::Standing* standing) {
    ready(standing == nullptr ? std::nullopt : std::optional(figures_of(*standing)));
  });
}

void RedisCopies::recorded(Work& work) {
  for (const SaleStanding& standing : work.standings) {
    if (const LanePtr lane = known_lane(standing.sale)) lane->stands(standing);
  }
  for (const Credit& credit : work.credits) {
    for (const SaleStanding& standing : work.standings) {
      if (standing.uid != credit.uid) continue;
      if (const LanePtr lane = known_lane(standing.sale)) lane->credited(credit);
    }
  }
}

void RedisCopies::dropped(const std::string& sale) {
  if (const LanePtr lane = known_lane(sale)) lane->drop();
}

void RedisCopies::look() {
  for (const LanePtr& lane : lanes()) {
    lane->look_after();
    if (!lane->is_forgettable()) continue;
    const std::lock_guard lock(mutex_);
    lanes_.erase(lane->name());
  }
}

// Sales that this process has had nothing to do with yet: a process that did may have died and left entries.
void RedisCopies::find_left_over() {
  reads_.read([this](LedgerReader* reader) {
    if (reader == nullptr) return;
    for (std::string after;;) {
      const std::vector<SaleBrief> page = reader->sales(after, kSalesPerPage);
      for (const SaleBrief& brief : page) {
        if (const LanePtr lane = this->lane(brief.sale)) lane->find_copy();
      }
      if (page.size() < kSalesPerPage) return;
      after = page.back().sale;
    }
  });
}

std::string RedisCopies::metrics() const {
  const std::string up = connection_.is_up() ? "1" : "0";
  return "# HELP allot_redis_up 1 while Redis can be reached.\n# TYPE allot_redis_up gauge\nallot_redis_up " + up +
         "\n# HELP allot_redis_rebuilds_total Hot copies loaded by this process.\n"
         "# TYPE allot_redis_rebuilds_total counter\nallot_redis_rebuilds_total " +
         std::to_string(loader_.rebuilds()) + "\n";
}

}  // namespace allot
