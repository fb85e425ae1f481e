// Reads of the ledger, beside the writer.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>

#include "ledger/ledger.h"

namespace allot {

/// Runs read jobs in order on one thread with a reader of its own. Thread-safe.
class ReadThread {
 public:
  /// Gets the reader; null when the ledger cannot be read now.
  using Job = std::function<void(LedgerReader*)>;

  explicit ReadThread(Ledger& ledger) : ledger_(ledger) {}
  ~ReadThread() { stop(); }
  ReadThread(const ReadThread&) = delete;
  ReadThread& operator=(const ReadThread&) = delete;

  void start();
  void stop();
  /// False when too many wait.
  bool read(Job job);

 private:
  void run();
  void run_job(Job& job);

  Ledger& ledger_;
  std::unique_ptr<LedgerReader> reader_;
  std::mutex mutex_;
  std::condition_variable wake_;
  bool stopping_ = false;
  std::deque<Job> jobs_;
  std::thread thread_;
};

}  // namespace allot
