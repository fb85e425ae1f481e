#include "cli/load/verdict_words.h"

namespace allot {

std::optional<Verdict> verdict_of(std::string_view word) noexcept {
  // The frequent ones first: a sale that has run dry answers little else.
  for (const Verdict frequent : {Verdict::kSoldOut, Verdict::kAlreadyClaimed, Verdict::kAccepted, Verdict::kOk}) {
    if (word == verdict_name(frequent)) return frequent;
  }
  for (std::size_t i = 0; i < kVerdictCount; ++i) {
    if (word == verdict_name(static_cast<Verdict>(i))) return static_cast<Verdict>(i);
  }
  return std::nullopt;
}

std::string_view verdict_title(Verdict verdict) noexcept {
  return verdict == Verdict::kReplayed ? "replayed" : verdict_name(verdict);
}

}  // namespace allot
