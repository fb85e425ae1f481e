// Finds holds that have run out and asks the ledger to release them.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "core/clock.h"
#include "service/owned/directory.h"
#include "service/owned/ledger_thread.h"

namespace allot {

/// One thread; sleeps until the next end that is known, or until a lane reports an overdue one.
/// At most one expiry step per sale is on its way. Thread-safe.
class Deadlines {
 public:
  Deadlines(Directory& directory, LedgerThread& ledger, const Clock& clock);
  ~Deadlines();
  Deadlines(const Deadlines&) = delete;
  Deadlines& operator=(const Deadlines&) = delete;

  void start();
  void stop();
  void has_overdue(const std::shared_ptr<Lane>& lane);

 private:
  void run();
  Millis sweep();
  void expire(const std::shared_ptr<Lane>& lane);
  void step_ended(const std::shared_ptr<Lane>& lane);

  Directory& directory_;
  LedgerThread& ledger_;
  const Clock& clock_;

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::vector<std::shared_ptr<Lane>> reported_;
  std::set<SaleUid> busy_;  // an expiry step is on its way
  std::thread thread_;
};

}  // namespace allot
