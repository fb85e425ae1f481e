// Every bound of the project, in one place, with how they relate.
#pragma once

#include <cstddef>
#include <cstdint>

namespace allot::limits {

// Values (INTERFACE: "Values").
inline constexpr std::size_t kNameBytesMax = 64;     // sale, pool, team, packet
inline constexpr std::size_t kUserBytesMax = 128;    // UTF-8
inline constexpr std::size_t kClaimIdBytesMax = 64;  // claim and restock ids
inline constexpr std::size_t kRefBytesMax = 64;      // caller's own key
inline constexpr std::size_t kMetaBytesMax = 1024;   // JSON text of `meta`
inline constexpr std::size_t kReasonBytesMax = 256;  // reason of a release
inline constexpr std::int64_t kUnitsMax = 1'000'000'000;
inline constexpr std::int64_t kStockMax = 1'000'000'000'000'000;
inline constexpr std::size_t kItemsPerClaimMax = 100;
inline constexpr std::size_t kPoolsPerSaleMax = 1'000;
inline constexpr std::int64_t kSecondsMax = 31'536'000;
inline constexpr std::size_t kClaimsPerCallMax = 1'000;  // POST /v1/claims
inline constexpr std::size_t kPageRowsMax = 1'000;       // ?limit=
inline constexpr std::size_t kPageRowsDefault = 100;

// Doors.
inline constexpr std::size_t kHttpBodyBytesMax = 1U << 20U;
inline constexpr std::size_t kHttpHeadBytesMax = 16U << 10U;
inline constexpr std::size_t kJsonDepthMax = 16;
inline constexpr std::size_t kRespWordsMax = 1'024;             // words in one command
inline constexpr std::size_t kRespBulkBytesMax = 1U << 20U;     // one word
inline constexpr std::size_t kRespCommandBytesMax = 2U << 20U;  // all words of one command
inline constexpr std::size_t kRespInlineBytesMax = 64U << 10U;
inline constexpr std::size_t kRespNameBytesMax = 256;        // CLIENT SETNAME
inline constexpr std::size_t kReadBufferBytes = 64U << 10U;  // one socket read
inline constexpr std::size_t kReplySlotsMax = 4'096;         // unanswered per connection
inline constexpr std::size_t kWideRepliesMax = 64;           // of these, answers that may be as long as a page
inline constexpr std::size_t kReplyBytesMax = 1U << 20U;     // unsent per connection; then it is not read from
inline constexpr std::size_t kConnectionsMax = 10'000;       // of each door

// Pipeline.
inline constexpr std::size_t kRedisCommandsMax = 16'384;       // waiting on one connection
inline constexpr std::size_t kBatchClaimsMax = 1'024;          // one engine step
inline constexpr std::size_t kTransactionClaimsMax = 16'384;   // one ledger commit
inline constexpr std::size_t kOutboxClaimsMax = 131'072;       // decided, not yet in the ledger, per sale
inline constexpr std::size_t kOutboxBytesMax = 256U << 20U;    // the same, in bytes of their text
inline constexpr std::size_t kLedgerStepsWaitingMax = 16'384;  // confirms, releases … waiting
inline constexpr std::size_t kClaimsWaitingMax = 131'072;      // not decided yet, in front of a shared ledger
inline constexpr std::size_t kWaitingBytesMax = 256U << 20U;   // the same, in bytes of their text
inline constexpr std::size_t kTransactionStepsMax = 1'024;     // of these in one commit to a shared ledger
inline constexpr std::size_t kReadsWaitingMax = 4'096;         // ledger reads waiting
inline constexpr std::size_t kExpiriesPerStepMax = 4'096;
inline constexpr std::size_t kSalesMax = 100'000;                 // live sales in one process
inline constexpr std::uint32_t kClaimsPerSaleMax = 0xFFFF'FFF0U;  // claim numbers are 32 bits

static_assert(kItemsPerClaimMax <= kPoolsPerSaleMax);
static_assert(2 * kItemsPerClaimMax + 8 <= kRespWordsMax, "a full CLAIM fits into one command");
static_assert(kRespBulkBytesMax < kRespCommandBytesMax);
static_assert(kRespInlineBytesMax < kRespCommandBytesMax);
static_assert(kClaimsPerCallMax <= kBatchClaimsMax, "a batch call is at most one batch per sale");
static_assert(kBatchClaimsMax <= kTransactionClaimsMax);
static_assert(kTransactionClaimsMax <= kOutboxClaimsMax);
static_assert(kTransactionClaimsMax <= kClaimsWaitingMax);
static_assert(kTransactionStepsMax <= kLedgerStepsWaitingMax);
static_assert(static_cast<std::int64_t>(kItemsPerClaimMax) * kUnitsMax <= kStockMax,
              "summing one claim's lines cannot overflow");

}  // namespace allot::limits
