// A transaction whose COMMIT was sent and never answered, and how attempts are told apart.
#pragma once

#include <deque>
#include <string>
#include <vector>

#include "ledger/step.h"

namespace allot::database {

/// 128 random bits as 32 hexadecimal digits.
std::string new_attempt();

/// Keeps what the attempt would have answered, and copies of the text that its steps borrow.
class Unsettled {
 public:
  Unsettled(std::string attempt, const Work& work);

  const std::string& attempt() const noexcept { return attempt_; }
  bool asks_for(const Work& work) const;
  /// REQUIRES: asks_for(work).
  void answer(Work& work);

 private:
  void own(std::vector<std::string_view>& texts);

  std::string attempt_;
  std::vector<Step> steps_;
  std::vector<Credit> credits_;
  std::vector<SaleStanding> standings_;
  std::deque<std::string> texts_;
};

}  // namespace allot::database
