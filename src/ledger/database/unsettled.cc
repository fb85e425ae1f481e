#include "ledger/database/unsettled.h"

#include <random>

#include "ledger/step_answers.h"

namespace allot::database {

std::string new_attempt() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device source;
  std::string text;
  while (text.size() < 32) {
    for (unsigned bits = source(), i = 0; i < 8; ++i, bits >>= 4U) text += kDigits[bits & 15U];
  }
  return text;
}

Unsettled::Unsettled(std::string attempt, const Work& work)
    : attempt_(std::move(attempt)), steps_(work.steps), credits_(work.credits), standings_(work.standings) {
  for (Step& step : steps_) {
    if (auto* decide = std::get_if<DecideStep>(&step)) {
      own(decide->ids);
      own(decide->users);
    }
  }
}

void Unsettled::own(std::vector<std::string_view>& texts) {
  for (std::string_view& text : texts) text = texts_.emplace_back(text);
}

bool Unsettled::asks_for(const Work& work) const { return same_questions(work.steps, steps_); }

void Unsettled::answer(Work& work) {
  for (std::size_t i = 0; i < steps_.size(); ++i) {
    auto* asked = std::get_if<DecideStep>(&work.steps[i]);
    if (asked == nullptr) {
      work.steps[i] = std::move(steps_[i]);
      continue;
    }
    const auto& answered = std::get<DecideStep>(steps_[i]);
    asked->now = answered.now;
    asked->outcome = answered.outcome;
  }
  work.credits = std::move(credits_);
  work.standings = std::move(standings_);
}

}  // namespace allot::database
