// Verdicts by their words on the wire.
#pragma once

#include <optional>
#include <string_view>

#include "core/verdict.h"

namespace allot {

/// One past the last Verdict, for tables that are indexed by it.
inline constexpr std::size_t kVerdictCount = static_cast<std::size_t>(Verdict::kHeadTooLarge) + 1;

/// "accepted" is kAccepted: only the rest of an answer tells a replay.
std::optional<Verdict> verdict_of(std::string_view word) noexcept;

/// As reports show it: a replay is "replayed".
std::string_view verdict_title(Verdict verdict) noexcept;

}  // namespace allot
