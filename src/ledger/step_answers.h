// What a transaction has answered, when it has to be done again.
#pragma once

#include <vector>

#include "ledger/step.h"

namespace allot {

/// Clears what an earlier attempt may have answered.
void reset_answers(Work& work);
/// Whether both ask for the same, answers aside.
bool same_questions(const std::vector<Step>& one, const std::vector<Step>& other);

}  // namespace allot
