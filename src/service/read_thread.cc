#include "service/read_thread.h"

#include <spdlog/spdlog.h>

#include "core/limits.h"

namespace allot {

void ReadThread::start() {
  thread_ = std::thread([this] { run(); });
}

void ReadThread::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

bool ReadThread::read(Job job) {
  {
    const std::lock_guard lock(mutex_);
    if (jobs_.size() >= limits::kReadsWaitingMax || stopping_) return false;
    jobs_.push_back(std::move(job));
  }
  wake_.notify_one();
  return true;
}

void ReadThread::run() {
  for (;;) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [this] { return stopping_ || !jobs_.empty(); });
    if (jobs_.empty()) return;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    run_job(job);
  }
}

// A job that meets a broken ledger is run again without a reader, so that it answers `unavailable`.
void ReadThread::run_job(Job& job) {
  try {
    if (!reader_) reader_ = ledger_.reader();
    job(reader_.get());
  } catch (const LedgerError& error) {
    spdlog::error("the ledger cannot be read: {}", error.what());
    reader_.reset();
    job(nullptr);
  }
}

}  // namespace allot
