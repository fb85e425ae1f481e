// What the doors may ask for; behind it, the pipeline in the order of its stages.
#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "admission/claim_ids.h"
#include "core/answer.h"
#include "core/clock.h"
#include "core/operation.h"
#include "engine/engine.h"
#include "ledger/ledger.h"
#include "service/claim_call.h"
#include "service/counters.h"
#include "service/deadlines.h"
#include "service/directory.h"
#include "service/ledger_thread.h"
#include "service/read_thread.h"

namespace allot {

/// Every sale of one ledger, decided in this process. Thread-safe.
///
/// Ownership: takes the ledger and the engine; the clock must outlive it. Failure: the constructor throws
/// LedgerError; afterwards everything is an answer.
class Service final : private LaneEvents {
 public:
  /// `fenced` is called, once, when another process has taken the ledger over: the process should end.
  Service(std::unique_ptr<Ledger> ledger, std::unique_ptr<Engine> engine, const Clock& clock,
          std::function<void(const std::string&)> fenced);
  ~Service() override;

  void start();
  /// Commits what was decided, answers what waits, ends the threads. Call after the doors are shut.
  void stop();

  /// Decides the call's claims, all on call.sale, in order; see ClaimClient::decided.
  void claim(ClaimCall& call, const std::shared_ptr<ClaimClient>& client);

  using Done = std::function<void(Answer)>;
  /// Carries out anything else; `done` runs on `home`, perhaps before this returns.
  void call(Operation operation, Home& home, Done done);

  /// Claims can be decided and recorded.
  bool ready() const { return !ledger_thread_.frozen() && running_.load(std::memory_order_acquire); }
  /// Prometheus text format.
  std::string metrics();
  std::size_t sales() const { return directory_.size(); }
  Millis now() const { return clock_.now(); }

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
