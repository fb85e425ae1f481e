#include <iterator>

#include "reconcile/compare.h"
#include "service/owned/operations.h"

namespace allot {
namespace {

constexpr std::size_t kLanesPerTurn = 64;  // compared between two commits, so that claims need not wait long

// Walks over the lanes between commits, when the ledger is exactly the hot state's prefix and all credits
// are applied; then has the reader audit the ledger itself.
class AuditRun : public std::enable_shared_from_this<AuditRun> {
 public:
  AuditRun(LedgerThread& ledger_thread, Ledger& ledger, ReadThread& reads, Caller caller,
           std::vector<std::shared_ptr<Lane>> lanes, std::optional<SaleUid> only)
      : ledger_thread_(ledger_thread),
        ledger_(ledger),
        reads_(reads),
        caller_(std::move(caller)),
        lanes_(std::move(lanes)),
        only_(only) {}

  void next() {
    const bool queued = at_ < lanes_.size()
                            ? ledger_thread_.between([self = shared_from_this()] { self->compare_some(); })
                            : reads_.read([self = shared_from_this()](LedgerReader* reader) { self->finish(reader); });
    if (!queued) caller_.answer(overloaded_answer());
  }

 private:
  void compare_some() {
    try {
      for (std::size_t end = std::min(at_ + kLanesPerTurn, lanes_.size()); at_ < end; ++at_) compare_one(*lanes_[at_]);
    } catch (const LedgerError&) {
      caller_.answer(unavailable_answer(Outcome::kNone));
      return;
    }
    next();
  }

  void compare_one(Lane& lane) {
    if (lane.is_dropped()) return;
    auto found = compare(lane.figures(), ledger_.sale(lane.uid()));
    findings_.insert(findings_.end(), std::make_move_iterator(found.begin()), std::make_move_iterator(found.end()));
  }

  void finish(LedgerReader* reader) {
    if (reader == nullptr) {
      caller_.answer(unavailable_answer(Outcome::kNone));
      return;
    }
    caller_.answer(audit_answer(reader->audit(only_), findings_));
  }

  LedgerThread& ledger_thread_;
  Ledger& ledger_;
  ReadThread& reads_;
  Caller caller_;
  std::vector<std::shared_ptr<Lane>> lanes_;
  std::optional<SaleUid> only_;
  std::size_t at_ = 0;
  std::vector<std::string> findings_;
};

}  // namespace

void Operations::run(Audit op) {
  std::vector<LanePtr> lanes;
  std::optional<SaleUid> only;
  if (op.sale.empty()) {
    lanes = service_.directory_.all();
  } else {
    const auto lane = this->lane(op.sale);
    if (!lane) return;
    only = lane->uid();
    lanes.push_back(lane);
  }
  std::make_shared<AuditRun>(service_.ledger_thread_, *service_.ledger_, service_.reads_, caller_, std::move(lanes),
                             only)
      ->next();
}

}  // namespace allot
