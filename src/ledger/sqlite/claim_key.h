// Where a claim stands in the ledger: uid and number in one integer, so that a sale is a range of rows.
#pragma once

#include <cstdint>

#include "engine/entry.h"

namespace allot::sqlite {

constexpr std::int64_t row_key(SaleUid uid, ClaimNo no) {
  return (static_cast<std::int64_t>(uid) << 32) | static_cast<std::int64_t>(no);
}
constexpr std::int64_t first_key(SaleUid uid) { return row_key(uid, 0); }
constexpr std::int64_t last_key(SaleUid uid) { return row_key(uid, 0xFFFF'FFFFU); }
constexpr SaleUid uid_of(std::int64_t key) { return static_cast<SaleUid>(key >> 32); }
constexpr ClaimNo no_of(std::int64_t key) { return static_cast<ClaimNo>(key & 0xFFFF'FFFF); }

}  // namespace allot::sqlite
