// How often a transaction is tried again that only had bad luck.
#pragma once

#include <chrono>
#include <random>
#include <thread>

namespace allot::database {

class Retry {
 public:
  /// Sleeps a little, longer each time, and by chance, so that two who met do not meet again. False: it is enough.
  bool again() {
    if (++tries_ > kTriesMost || std::chrono::steady_clock::now() - start_ > kLongest) return false;
    const int most = std::min(kPauseMillisMost, 1 << tries_);
    std::this_thread::sleep_for(std::chrono::milliseconds(std::uniform_int_distribution<int>(0, most)(random_)));
    return true;
  }

 private:
  static constexpr int kTriesMost = 10;
  static constexpr int kPauseMillisMost = 64;
  static constexpr std::chrono::seconds kLongest{10};

  int tries_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::minstd_rand random_{std::random_device{}()};
};

}  // namespace allot::database
