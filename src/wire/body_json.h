// What an answer carries besides its verdict.
#pragma once

#include <string>
#include <string_view>

#include "core/answer.h"

namespace allot {

/// Appends `,"key":value` for each member of the body; nothing for an answer without one.
void write_body_members(std::string& out, const Answer& answer);

/// A sentence for a refusal that brings no detail of its own; empty where the verdict is no refusal.
std::string_view verdict_sentence(Verdict verdict) noexcept;

}  // namespace allot
