// The accepted claims as the ledger has them.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/demo/claim_book.h"
#include "cli/http_client.h"

namespace allot {

struct LedgerClaim {
  std::string id;  // as it was asked for
  std::uint32_t rows = 0;
  std::string user;   // of the last row
  std::string state;  // "held", "confirmed", "released"
  std::int64_t units = 0;
};

/// Asks for every id, one after the other; `done` counts along. Throws Unreachable, std::runtime_error.
std::vector<LedgerClaim> fetch_ledger_claims(HttpClient& client, const std::string& sale,
                                             const std::vector<OwnedClaim>& claims, std::atomic<std::uint64_t>& done);

/// From the body of GET /v1/claims?id=: rows of other sales are left out. Throws std::runtime_error.
LedgerClaim parse_ledger_claim(std::string_view body, std::string_view sale, std::string id);

}  // namespace allot
