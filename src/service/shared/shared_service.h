// The pipeline of a process that shares its ledger: no hot copy, the ledger decides.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>

#include "admission/claim_ids.h"
#include "core/clock.h"
#include "engine/engine.h"
#include "ledger/ledger.h"
#include "service/counters.h"
#include "service/read_thread.h"
#include "service/service.h"
#include "service/shared/ledger_clock.h"
#include "service/shared/overdue_worker.h"
#include "service/shared/shared_thread.h"

namespace allot {

/// Any number of processes may have one on the same ledger.
///
/// Ownership: takes the ledger and the engine, which builds what a batch needs and forgets it; the clock must outlive
/// it.
class SharedService final : public Service {
 public:
  /// `fenced` is called, once, when the ledger belongs to another engine: the process should end. Throws LedgerError.
  SharedService(std::unique_ptr<Ledger> ledger, std::unique_ptr<Engine> engine, const Clock& clock,
                std::function<void(const std::string&)> fenced);
  ~SharedService() override;

  void start() override;
  void stop() override;
  void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) override;
  void call(Operation operation, Home& home, Done done) override;
  bool ready() const override { return !thread_->frozen() && running_.load(std::memory_order_acquire); }
  std::string metrics() override;
  Millis now() const override { return clock_.now(); }

 private:
  friend class SharedOperations;

  void name_claims(ClaimCall& call);

  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<Engine> engine_;
  LedgerClock clock_;
  VerdictCounters verdicts_;
  std::unique_ptr<ClaimIds> ids_;
  std::unique_ptr<SharedThread> thread_;
  std::unique_ptr<OverdueWorker> overdue_;
  ReadThread reads_;  // last, so that its jobs end before what they use
  std::atomic<bool> running_{false};
};

}  // namespace allot
