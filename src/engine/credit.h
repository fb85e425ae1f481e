// What travels from the ledger to the engine: everything that gives or loosens.
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "engine/entry.h"

namespace allot {

/// Signed units for one pool ("*": the total alone).
struct PoolCredit {
  std::string pool;
  std::int64_t units = 0;
};

/// A claim has changed in the ledger. `given_back` are units that return to their pools and to the
/// total, and to the user's allowance; a claim that became released frees the user's claim count too.
struct ClaimCredit {
  ClaimNo no = 0;
  std::string id;
  ClaimState state = ClaimState::kConfirmed;
  Millis expires_at = 0;
  std::vector<Item> given_back;
  std::string user = {};  // whose claim it is; empty: a barred id
};

/// Resume.
struct SwitchCredit {
  SaleSwitch value = SaleSwitch::kOpen;
};

using CreditChange = std::variant<PoolCredit, ClaimCredit, SwitchCredit>;

/// Numbered per sale under the ledger's row lock; applied hot strictly in order, exactly the next one.
struct Credit {
  SaleUid uid = 0;
  std::uint64_t number = 0;
  std::vector<CreditChange> changes;
  std::uint64_t seq = 0;  // the newest entry that the ledger held: a pause after it was ordered after a resume in this
};

}  // namespace allot
