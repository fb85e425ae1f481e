// What is asked about claims from outside, within the caller's snapshot.
#pragma once

#include <string_view>
#include <vector>

#include "ledger/database/connection.h"
#include "ledger/ledger.h"

namespace allot::database {

/// In the order of the keys; unknown ones are left out. Throws DatabaseError, as all of these.
std::vector<Claim> read_claims(Connection& connection, const std::vector<ClaimKey>& keys);
std::vector<Claim> read_claims_by_ref(Connection& connection, std::string_view ref, std::size_t limit);
std::vector<Claim> read_claims_by_id(Connection& connection, std::string_view id, std::size_t limit);
UserClaims read_claims_of(Connection& connection, SaleUid uid, std::string_view user, std::string_view after,
                          std::size_t limit);

}  // namespace allot::database
