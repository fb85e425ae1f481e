// What an answer carries besides its verdict.
#pragma once

#include <string>

#include "core/answer.h"
#include "wire/json/claim_text.h"

namespace allot {

/// Appends `,"key":value` for each member besides the verdict and what belongs to unavailable and overloaded:
/// the body's own, then pool, field, detail and now.
void write_answer_members(std::string& out, const Answer& answer, ClaimForm form);

}  // namespace allot
