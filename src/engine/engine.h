// The boundary between the pipeline and whatever decides. A sale is the unit of everything.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/arena.h"
#include "core/claim.h"
#include "core/sale.h"
#include "engine/credit.h"
#include "engine/entry.h"
#include "engine/snapshot.h"

namespace allot {

/// Claims that are decided in one atomic step, in order. `decisions` is as long as `requests`;
/// borrowed text lives in `arena`, or in the requests.
struct ClaimBatch {
  std::vector<ClaimRequest> requests;
  std::vector<Decision> decisions;
  std::shared_ptr<Entry> entry;  // what the ledger must record; null when nothing was accepted
  Millis now = 0;
  bool frozen = false;  // the ledger is away: what would be accepted is `unavailable`
  Arena arena;
};

/// A restriction other than a claim, and its answer.
struct HotOrder {
  struct Pause {};
  struct Close {};
  struct Restock {
    std::string_view id;
    std::string_view pool;
    std::int64_t units = 0;
    bool moves_total = true;
    std::optional<std::int64_t> if_version;
  };
  struct Patch {
    SalePatch patch;
  };
  struct Bar {
    std::string_view id;
    std::string_view reason;
  };
  std::variant<Pause, Close, Restock, Patch, Bar> what;
  Millis now = 0;

  // Answer. Verdicts: ok, closed, id_conflict, version_conflict, unknown_pool, insufficient, invalid.
  Verdict verdict = Verdict::kUnavailable;
  bool replayed = false;
  std::int64_t left = 0;     // restock: of its pool, after it
  std::int64_t version = 0;  // of the sale, now
  std::string field;         // invalid: what is to blame
  std::string detail;
  std::uint64_t rests_on = 0;    // as in Decision
  std::shared_ptr<Entry> entry;  // null when nothing changed
};

/// Where a claim stands, as the engine knows it.
struct HotClaim {
  ClaimNo no = 0;
  ClaimState state = ClaimState::kConfirmed;  // by the ledger's last word, not by the clock
  Millis expires_at = 0;
  std::uint64_t rests_on = 0;
};

struct HotUser {
  std::vector<ClaimNo> claims;  // oldest first, released ones too
  std::int64_t live_claims = 0;
  std::int64_t live_units = 0;
};

struct HotStock {
  std::vector<std::pair<std::string_view, std::int64_t>> pools;  // in the definition's order
  std::optional<std::int64_t> total;
};

/// The hot copy of one sale.
///
/// Thread-safety: calls on one sale come one at a time (the lane's lock sees to it).
/// Invariant: at every moment hot left <= ledger left, per pool and in total.
/// Failure: decide() and order() either take effect as a whole or not at all.
class HotSale {
 public:
  virtual ~HotSale() = default;

  /// Decides batch.requests in order and calls `done` once, perhaps before it returns.
  virtual void decide(ClaimBatch& batch, std::function<void()> done) = 0;
  /// The same for one restriction.
  virtual void order(HotOrder& order, std::function<void()> done) = 0;
  /// Applies the credit if it is exactly the next one; an older one is ignored.
  virtual void apply(const Credit& credit) = 0;
  /// The ledger holds all entries up to `seq`. To be called before the credit of the same commit is applied:
  /// what is unsettled when a resume arrives was ordered after it, and so still restricts.
  virtual void settled(std::uint64_t seq) = 0;
  /// Takes back the newest entry, as if it had never been decided. False: this engine cannot.
  virtual bool revert(const Entry& entry) = 0;

  virtual HotStock stock() const = 0;
  virtual std::optional<HotClaim> find(std::string_view claim) const = 0;
  virtual HotUser user(std::string_view name) const = 0;
  /// Held claims whose end is at or before `now`, at most `limit`; `next` becomes the earliest end
  /// after those (0: none). A claim is named again until a credit or entry has settled it.
  virtual std::vector<ClaimNo> due(Millis now, std::size_t limit, Millis& next) = 0;
};

/// Builds hot sales from the ledger; the only way to write hot state besides entries and credits.
class Engine {
 public:
  virtual ~Engine() = default;
  /// Rebuild under state.epoch. `claims` is read to its end.
  virtual std::unique_ptr<HotSale> load(const SaleState& state, ClaimSource& claims) = 0;
};

}  // namespace allot
