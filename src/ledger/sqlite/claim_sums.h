// One pass over a sale's claims: sums per pool and user, ids, numbers.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/verdict.h"
#include "engine/entry.h"
#include "ledger/audit_findings.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

struct LiveUnits {
  std::int64_t held = 0;
  std::int64_t confirmed = 0;
};

/// Users and ids are kept as 64-bit hashes: a million of them must fit. What looks wrong by its hash is
/// looked up exactly before it becomes a finding, and a collision can only make too much look wrong.
struct ClaimSums {
  struct User {
    std::int64_t claims = 0;
    std::int64_t units = 0;
    std::int64_t key = 0;  // one of the user's claims
  };

  std::map<std::string, LiveUnits, std::less<>> pools;
  boost::unordered_flat_map<std::uint64_t, User> users;     // live claims only
  std::vector<std::pair<std::uint64_t, std::int64_t>> ids;  // hash, key; sorted
  std::int64_t rows = 0;
};

/// Reads the sale's rows. Adds findings for unknown states, gaps, and lines that belong to no claim.
ClaimSums sum_claims(Connection& reader, SaleUid uid, bool count_users, Findings& findings);

}  // namespace allot::sqlite
