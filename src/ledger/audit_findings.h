// Sentences of one sale's audit, bounded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace allot {

class Findings {
 public:
  /// A sale that is damaged throughout must not fill the memory; the rest is counted.
  static constexpr std::size_t kMost = 100;

  Findings(std::vector<std::string>& out, std::string_view sale) : out_(out), sale_(sale) {}
  ~Findings() {
    if (count_ > kMost) out_.push_back(place() + "and " + std::to_string(count_ - kMost) + " more findings");
  }
  Findings(const Findings&) = delete;
  Findings& operator=(const Findings&) = delete;

  void add(const std::string& sentence) {
    if (++count_ <= kMost) out_.push_back(place() + sentence);
  }

 private:
  std::string place() const { return "sale '" + sale_ + "': "; }

  std::vector<std::string>& out_;
  std::string sale_;
  std::size_t count_ = 0;
};

}  // namespace allot
