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

/// A claim with its place, as reads return it.
struct PlacedClaim {
  SaleUid uid = 0;
  ClaimNo no = 0;
  Claim claim;
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
};

/// The book of record. Every transaction takes the write lock first and checks that this process
/// still owns the ledger, then mode and epoch of each sale before anything else.
///
/// Thread-safety: one thread at a time, except reader(), which any thread may call.
/// Failure: a commit takes effect as a whole or not at all; see CommitResult.
class Ledger {
 public:
  virtual ~Ledger() = default;

  /// Takes ownership and starts a new epoch for every live sale. Throws LedgerError.
  virtual std::vector<SaleState> take_over(Millis now) = 0;
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
  /// Largest server-made claim id and newest time in the ledger, so that neither runs back.
  struct Marks {
    std::uint64_t claim_id = 0;
    Millis time = 0;
    std::uint32_t fence = 0;  // grows with every take_over
  };
  virtual Marks marks() = 0;
};

/// Opens the ledger behind `url` (sqlite:PATH), migrating it if `migrate`. Throws LedgerError with
/// a message that says what to do.
std::unique_ptr<Ledger> open_ledger(std::string_view url, bool migrate);

}  // namespace allot
