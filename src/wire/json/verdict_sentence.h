// A sentence for a refusal that brings no detail of its own.
#pragma once

#include <string_view>

#include "core/verdict.h"

namespace allot {

/// Empty where the verdict is no refusal.
std::string_view verdict_sentence(Verdict verdict) noexcept;

}  // namespace allot
