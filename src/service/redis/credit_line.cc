#include "service/redis/credit_line.h"

namespace allot {

void CreditLine::add(const Credit& credit) {
  expect(credit.number);
  if (credit.number > applied_) credits_.emplace(credit.number, credit);
}

const Credit* CreditLine::next() const {
  const auto found = credits_.find(applied_ + 1);
  return found == credits_.end() ? nullptr : &found->second;
}

void CreditLine::applied(std::uint64_t number, std::vector<Ready>& ready) {
  applied_ = std::max(applied_, number);
  credits_.erase(credits_.begin(), credits_.upper_bound(applied_));
  for (auto it = waiting_.begin(); it != waiting_.end() && it->first <= applied_; it = waiting_.erase(it)) {
    ready.push_back(std::move(it->second));
  }
}

void CreditLine::give_up(std::vector<Ready>& ready) {
  for (auto& [number, each] : waiting_) ready.push_back(std::move(each));
  waiting_.clear();
}

}  // namespace allot
