#include "service/shared/overdue_worker.h"

#include <chrono>

namespace allot {
namespace {

constexpr std::chrono::milliseconds kLookEvery{250};
constexpr std::size_t kSalesPerLook = 256;

}  // namespace

OverdueWorker::OverdueWorker(ReadThread& reads, SharedThread& ledger, const Clock& clock)
    : reads_(reads), ledger_(ledger), clock_(clock) {}

OverdueWorker::~OverdueWorker() { stop(); }

void OverdueWorker::start() {
  thread_ = std::thread([this] { run(); });
}

void OverdueWorker::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void OverdueWorker::run() {
  std::unique_lock lock(mutex_);
  while (!wake_.wait_for(lock, kLookEvery, [this] { return stopping_; })) {
    if (under_way_ == 0 && !ledger_.frozen()) look();
  }
}

void OverdueWorker::look() {
  ++under_way_;
  const bool asked = reads_.read([this](LedgerReader* reader) {
    if (reader != nullptr) release(*reader);  // if it throws, this is called again without a reader
    --under_way_;
  });
  if (!asked) --under_way_;
}

void OverdueWorker::release(LedgerReader& reader) {
  for (std::string& sale : reader.overdue_sales(clock_.now(), kSalesPerLook)) {
    DecideStep step;
    step.sale = std::move(sale);
    ++under_way_;
    if (!ledger_.queue({std::move(step), [this](Step&, CommitResult) { --under_way_; }})) --under_way_;
  }
}

}  // namespace allot
