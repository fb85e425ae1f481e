#include "service/owned/owned_service.h"

#include <spdlog/spdlog.h>

#include <chrono>

#include "service/metrics_text.h"
#include "service/owned/operations.h"

namespace allot {

OwnedService::OwnedService(std::unique_ptr<Ledger> ledger, std::unique_ptr<Engine> engine, const Clock& clock,
                           std::function<void(const std::string&)> fenced)
    : ledger_(std::move(ledger)),
      engine_(std::move(engine)),
      clock_(clock),
      ledger_thread_(
          *ledger_, directory_, clock_, [this](Step& step) { step_recorded(step); }, std::move(fenced)),
      deadlines_(directory_, ledger_thread_, clock_),
      reads_(*ledger_) {
  load_all();
}

OwnedService::~OwnedService() { stop(); }

void OwnedService::load_all() {
  const auto begin = std::chrono::steady_clock::now();
  const auto states = ledger_->take_over(clock_.now());
  const Ledger::Marks marks = ledger_->marks();
  newest_time_ = marks.time;
  ids_ = std::make_unique<ClaimIds>(marks.fence, newest_time_);
  std::uint64_t claims = 0;
  for (const SaleState& state : states) {
    load_lane(state);
    claims += state.claims;
  }
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - begin;
  spdlog::info("{} sales with {} claims rebuilt from the ledger in {:.2f} s", states.size(), claims, took.count());
}

void OwnedService::load_lane(const SaleState& state) {
  const auto claims = ledger_->claims(state.uid);
  auto hot = engine_->load(state, *claims);
  directory_.insert(
      std::make_shared<Lane>(state, std::move(hot), clock_, static_cast<LaneEvents&>(*this), newest_time_));
}

void OwnedService::start() {
  ledger_thread_.start();
  reads_.start();
  deadlines_.start();
  running_ = true;
}

void OwnedService::stop() {
  running_ = false;
  deadlines_.stop();
  ledger_thread_.stop();
  reads_.stop();
}

// A sale that is in the ledger is in the directory before its creator hears of it, and the other way round.
void OwnedService::step_recorded(Step& step) {
  if (const auto* create = std::get_if<CreateStep>(&step); create && create->verdict == Verdict::kCreated) {
    load_lane(ledger_->sale(create->uid));
  }
  if (const auto* remove = std::get_if<DeleteStep>(&step); remove && remove->verdict == Verdict::kOk) {
    if (const auto lane = directory_.find(remove->sale.uid)) {
      directory_.erase(lane);
      lane->drop();
    }
  }
}

void OwnedService::claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  // Most calls of a connection are for the same sale: it keeps the lane until the directory changes.
  thread_local std::shared_ptr<Lane> last;
  thread_local std::uint64_t last_generation = 0;
  if (last_generation != directory_.generation() || !last || last->name() != call.sale) {
    last_generation = directory_.generation();
    last = directory_.find(call.sale);
  }
  if (!last) {
    call.refusal = CallRefusal::kUnknownSale;
    call.gates.assign(call.batch.requests.size(), nullptr);
    call.batch.now = clock_.now();
    verdicts_.add(Verdict::kUnknownSale, call.batch.requests.size());
    client->decided(call);
    return;
  }
  std::uint64_t missing = 0;
  for (const ClaimRequest& request : call.batch.requests) missing += request.id.empty() ? 1 : 0;
  if (missing > 0) {
    std::uint64_t id = ids_->take(clock_.now(), missing);
    for (ClaimRequest& request : call.batch.requests) {
      if (!request.id.empty()) continue;
      request.fresh_id = id;
      id = ids_->next_id(id);
    }
  }
  last->decide(call, client);
}

void OwnedService::decided(const ClaimCall& call) {
  switch (call.refusal) {
    case CallRefusal::kNone: verdicts_.add(call.batch.decisions); return;
    case CallRefusal::kUnknownSale: verdicts_.add(Verdict::kUnknownSale, call.batch.requests.size()); return;
    case CallRefusal::kOverloaded: verdicts_.add(Verdict::kOverloaded, call.batch.requests.size()); return;
  }
}

std::string OwnedService::metrics() {
  return metrics_text(verdicts_, ledger_thread_.counters(),
                      {ledger_thread_.steps_waiting(), !ledger_thread_.frozen(), directory_.size()});
}

void OwnedService::call(Operation operation, Home& home, Done done) {
  Operations(*this, home, std::move(done)).run(std::move(operation));
}

}  // namespace allot
