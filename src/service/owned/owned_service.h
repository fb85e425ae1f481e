// The pipeline of a process that owns its ledger, in the order of its stages.
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
#include "service/owned/deadlines.h"
#include "service/owned/directory.h"
#include "service/owned/ledger_thread.h"
#include "service/read_thread.h"
#include "service/service.h"

namespace allot {

/// Every sale of one ledger, decided in this process.
///
/// Ownership: takes the ledger and the engine; the clock must outlive it.
class OwnedService final : public Service, private LaneEvents {
 public:
  /// `fenced` is called, once, when another process has taken the ledger over: the process should end. Throws
  /// LedgerError.
  OwnedService(std::unique_ptr<Ledger> ledger, std::unique_ptr<Engine> engine, const Clock& clock,
               std::function<void(const std::string&)> fenced);
  ~OwnedService() override;

  void start() override;
  void stop() override;
  void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client) override;
  void call(Operation operation, Home& home, Done done) override;
  bool ready() const override { return !ledger_thread_.frozen() && running_.load(std::memory_order_acquire); }
  std::string metrics() override;
  Millis now() const override { return clock_.now(); }

 private:
  friend class Operations;

  void has_entries(const std::shared_ptr<Lane>& lane) override { ledger_thread_.notify(lane); }
  void has_overdue(const std::shared_ptr<Lane>& lane) override { deadlines_.has_overdue(lane); }
  void decided(const ClaimCall& call) override;
  bool frozen() const override { return ledger_thread_.frozen(); }
  void load_all();
  void load_lane(const SaleState& state);
  void step_recorded(Step& step);

  std::unique_ptr<Ledger> ledger_;
  std::unique_ptr<Engine> engine_;
  const Clock& clock_;
  Millis newest_time_ = 0;
  Directory directory_;
  VerdictCounters verdicts_;
  LedgerThread ledger_thread_;
  Deadlines deadlines_;
  ReadThread reads_;
  std::unique_ptr<ClaimIds> ids_;
  std::atomic<bool> running_{false};
};

}  // namespace allot
