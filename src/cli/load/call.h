// What the load generator asks and what it is told, the same for both doors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/verdict.h"

namespace allot {

/// The last ones are nonsense that must be refused.
enum class CallKind : std::uint8_t {
  kClaim,
  kConfirm,
  kRelease,
  kNegativeUnits,
  kUnknownPool,
  kUnknownField,
  kUnknownSale,
  kMissingUser,
};

struct Call {
  CallKind kind = CallKind::kClaim;
  std::string user;
  std::string claim;  // empty: the server names it
  std::string pool;
  std::int64_t units = 1;
  std::uint64_t tag = 0;         // the source's own
  std::int64_t intended_ns = 0;  // when it was to be sent; set by the loop
};

/// Text is borrowed from the connection's buffer.
struct Reply {
  /// Nothing: not understood. A replay is kReplayed; what RESP answers with -ERR is kInvalid.
  std::optional<Verdict> verdict;
  std::string_view claim;
  std::string_view text;  // the whole answer, to be shown when it is not as expected
};

}  // namespace allot
