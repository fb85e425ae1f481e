// Progress on stderr while a load runs: one moving bar on a terminal, plain lines elsewhere.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>

namespace allot {

/// Draws from a thread of its own until it is destroyed; `done` may be added to by any thread.
class Progress {
 public:
  /// `note`: what to say behind the bar; called by the drawing thread.
  Progress(std::string title, std::uint64_t total, const std::atomic<std::uint64_t>& done,
           std::function<std::string()> note = {});
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void run();
  void draw();

  std::string title_;
  std::uint64_t total_;
  const std::atomic<std::uint64_t>& done_;
  std::function<std::string()> note_;
  bool is_terminal_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace allot
