// The boundary between the pipeline and the book of record.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "engine/snapshot.h"
#include "ledger/step.h"

namespace allot {

/// The ledger cannot be opened or read; what() tells a person what to do.
class LedgerError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

enum class CommitResult : std::uint8_t {
  kDone,     // recorded and durable; every step has its verdict
  kNothing,  // surely nothing was recorded
  kUnknown,  // may or may not be recorded: commit the same work again
  kFenced,   // another process owns the ledger now; nothing was recorded
};

struct CommitOutcome {
  CommitResult result = CommitResult::kUnknown;
  std::string detail;  // why not, for the log
};

/// What an audit of the ledger found in one snapshot. Findings are sentences, empty when all holds.
struct LedgerAudit {
  std::int64_t pools = 0;
  std::int64_t claims = 0;
  std::vector<std::string> findings;
};

/// What a list of sales shows of one.
struct SaleBrief {
  std::string sale;
  SaleSwitch switched = SaleSwitch::kOpen;
  Millis starts_at = 0;  // 0: at once
  Millis ends_at = 0;    // 0: never
};

/// One page of a user's claims in a sale, oldest first, and what is live of all of them.
struct UserClaims {
  std::vector<Claim> claims;
  bool more = false;
  bool after_found = true;  // false: `after` is no claim of the sale
  std::int64_t live_claims = 0;
  std::int64_t live_units = 0;
};

/// Reads in snapshots of their own, beside the writer. Not thread-safe: one per reading thread.
/// Every method throws LedgerError when the ledger cannot be read.
class LedgerReader {
 public:
  virtual ~LedgerReader() = default;
  /// State and figures of a live sale from one snapshot.
  virtual std::optional<SaleState> sale(SaleUid uid) = 0;
  virtual std::optional<Claim> claim(const ClaimKey& key) = 0;
  /// In the order of the keys; unknown ones are left out.
  virtual std::vector<Claim> claims(const std::vector<ClaimKey>& keys) = 0;
  /// Claims that carry `ref`, over all sales, oldest first, at most `limit`.
  virtual std::vector<Claim> claims_by_ref(std::string_view ref, std::size_t limit) = 0;
  /// Conservation, limits and uniqueness of one sale; nothing: of all.
  virtual LedgerAudit audit(std::optional<SaleUid> uid) = 0;

  // For processes that share the ledger, and so know sales by their names only.
  virtual std::optional<SaleState> sale(std::string_view name) = 0;
  /// Live sales in the order of their names (by byte), those behind `after`, at most `limit`.
  virtual std::vector<SaleBrief> sales(std::string_view after, std::size_t limit) = 0;
  /// Claims behind the one with the id `after` (empty: from the first), at most `limit`.
  virtual UserClaims claims_of(SaleUid uid, std::string_view user, std::string_view after, std::size_t limit) = 0;
  /// Claims with this id, over all live sales, oldest sale first, at most `limit`.
  virtual std::vector<Claim> claims_by_id(std::string_view id, std::size_t limit) = 0;
  /// Names of live sales with holds whose end is at or before `now`, at most `limit`.
  virtual std::vector<std::string> overdue_sales(Millis now, std::size_t limit) = 0;
};

/// The book of record. Every transaction locks the rows of its sales first (in the order of their uids), checks
/// that they are this process's to write, then mode and epoch of each before anything else.
///
/// Two ways to use it. Owned (memory engine): take_over() makes this process the only writer until another takes
/// over. Shared (other engines): join(), then any number of processes, kept apart by the locks on the sales' rows.
///
/// Thread-safety: one thread at a time, except reader(), which any thread may call.
/// Failure: a commit takes effect as a whole or not at all; see CommitResult.
class Ledger {
 public:
  virtual ~Ledger() = default;

  /// Takes ownership and starts a new epoch for every live sale. Throws LedgerError. REQUIRES: opened as owned.
  virtual std::vector<SaleState> take_over(Millis now) = 0;
  /// Checks that the ledger is shared by processes with the same engine. Throws LedgerError. REQUIRES: opened as
  /// shared.
  virtual void join() = 0;
  /// All claims of a sale in the order of their numbers.
  virtual std::unique_ptr<ClaimSource> claims(SaleUid uid) = 0;
  /// State of one live sale (after CreateStep). Throws LedgerError.
  virtual SaleState sale(SaleUid uid) = 0;
  /// One durable transaction for all steps, in order. After kUnknown the same work may be committed again:
  /// it then takes effect once, and verdicts and credits come out as from the first time.
  virtual CommitOutcome commit(Work& work) = 0;
  /// Tries a small durable write. Empty: the ledger can be written; else why not.
  virtual std::string probe() = 0;
  virtual std::unique_ptr<LedgerReader> reader() = 0;
  /// The ledger's own time; of an embedded one, the process's. Throws LedgerError.
  virtual Millis clock() = 0;
  /// Largest server-made claim id and newest time in the ledger, so that neither runs back.
  struct Marks {
    std::uint64_t claim_id = 0;
    Millis time = 0;
    std::uint32_t fence = 0;  // grows with every take_over, and with every join
  };
  virtual Marks marks() = 0;
};

enum class EngineKind : std::uint8_t { kMemory, kRedis, kLedger };
constexpr std::string_view engine_name(EngineKind kind) {
  switch (kind) {
    case EngineKind::kMemory: return "memory";
    case EngineKind::kRedis: return "redis";
    case EngineKind::kLedger: return "ledger";
  }
  return "";
}

struct LedgerOptions {
  bool migrate = true;
  /// kMemory: owned. Others: shared. A ledger with live sales of another engine is refused.
  EngineKind engine = EngineKind::kMemory;
  std::string prefix = {};  // of the tables' names; not for SQLite, whose file is its own
};

/// Opens the ledger behind `url` (sqlite:PATH). Throws LedgerError with a message that says what to do.
std::unique_ptr<Ledger> open_ledger(std::string_view url, const LedgerOptions& options);

}  // namespace allot
