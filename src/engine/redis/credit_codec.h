// A credit as arguments of credit.lua.
#pragma once

#include "engine/credit.h"
#include "engine/redis/script_call.h"

namespace allot {

void add_credit(ScriptCall& call, const Credit& credit);

}  // namespace allot
