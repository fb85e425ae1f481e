// Finds sales whose holds have run out, and has the ledger release them.
#pragma once

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "core/clock.h"
#include "service/read_thread.h"
#include "service/shared/shared_thread.h"

namespace allot {

/// Looks every quarter of a second; several processes may look at once, the first one releases. Between two looks
/// whatever touches a sale releases what has run out in it first, so nobody waits for this. Thread-safe.
class OverdueWorker {
 public:
  OverdueWorker(ReadThread& reads, SharedThread& ledger, const Clock& clock);
  ~OverdueWorker();
  OverdueWorker(const OverdueWorker&) = delete;
  OverdueWorker& operator=(const OverdueWorker&) = delete;

  void start();
  void stop();

 private:
  void run();
  void look();
  void release(LedgerReader& reader);

  ReadThread& reads_;
  SharedThread& ledger_;
  const Clock& clock_;
  std::atomic<std::size_t> under_way_{0};  // looks and releases

  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace allot
