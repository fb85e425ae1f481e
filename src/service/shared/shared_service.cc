#include "service/shared/shared_service.h"

#include <spdlog/spdlog.h>

#include "service/metrics_text.h"
#include "service/shared/shared_operations.h"

namespace allot {

SharedService::SharedService(std::unique_ptr<Ledger> ledger, std::unique_ptr<Engine> engine, const Clock& clock,
                             std::function<void(const std::string&)> fenced)
    : ledger_(std::move(ledger)), engine_(std::move(engine)), clock_(clock), reads_(*ledger_) {
  ledger_->join();
  clock_.measure(*ledger_);
  const Ledger::Marks marks = ledger_->marks();
  ids_ = std::make_unique<ClaimIds>(marks.fence, marks.time);
  thread_ = std::make_unique<SharedThread>(*ledger_, *engine_, *ids_, clock_, verdicts_, std::move(fenced));
  overdue_ = std::make_unique<OverdueWorker>(reads_, *thread_, clock_);
  spdlog::info("this process shares the ledger, which decides; its number is {}", marks.fence);
}

SharedService::~SharedService() { stop(); }

void SharedService::start() {
  thread_->start();
  reads_.start();
  overdue_->start();
  running_ = true;
}

void SharedService::stop() {
  running_ = false;
  overdue_->stop();
  thread_->stop();
  reads_.stop();
}

void SharedService::claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) {
  name_claims(call);
  if (ready()) {
    call.own_text();
    if (thread_->claim({&call, client})) return;
    call.refusal = CallRefusal::kOverloaded;
    call.gates.assign(call.batch.requests.size(), nullptr);
    call.batch.now = now();
    verdicts_.add(Verdict::kOverloaded, call.batch.requests.size());
  } else {
    answer_unavailable(call, now());
    verdicts_.add(call.batch.decisions);
  }
  client->decided(call);
}

void SharedService::name_claims(ClaimCall& call) {
  std::uint64_t missing = 0;
  for (const ClaimRequest& request : call.batch.requests) missing += request.id.empty() ? 1 : 0;
  if (missing == 0) return;
  std::uint64_t id = ids_->take(clock_.now(), missing);
  for (ClaimRequest& request : call.batch.requests) {
    if (!request.id.empty()) continue;
    request.fresh_id = id;
    id = ids_->next_id(id);
  }
}

void SharedService::call(Operation operation, Home& home, Done done) {
  SharedOperations(*this, home, std::move(done)).run(std::move(operation));
}

std::string SharedService::metrics() {
  return metrics_text(verdicts_, thread_->counters(), {thread_->steps_waiting(), !thread_->frozen(), std::nullopt});
}

}  // namespace allot
