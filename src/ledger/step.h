// What the ledger does in one transaction: entries to record, and decisions that are its own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "engine/credit.h"
#include "engine/entry.h"
#include "engine/snapshot.h"

namespace allot {

/// Which sale is meant: `uid` where the process knows it (memory engine), else 0 and the name of a live sale,
/// which the transaction looks up, because another process may have made it or given its name away.
struct SaleKey {
  SaleKey() = default;
  SaleKey(SaleUid number) : uid(number) {}  // NOLINT: a uid is a key
  explicit SaleKey(std::string of) : name(std::move(of)) {}
  bool operator==(const SaleKey&) const = default;

  SaleUid uid = 0;
  std::string name;
};

/// Which claim is meant. `no` is its place in the ledger where the engine knows it (memory engine);
/// without it the ledger looks the id up. With both, both must fit. One of them may be left out (id: empty).
struct ClaimKey {
  SaleKey sale;
  std::string id;
  std::optional<ClaimNo> no;
};

/// What the ledger made of an entry.
enum class EntryFate : std::uint8_t {
  kNone,      // the commit did not get so far
  kRecorded,  // by this step
  kEarlier,   // it was there already: this very entry, not only its number
  kGap,       // entries before it are missing
  kVoid,      // of another epoch, or of a sale that is not hot
  kForked,    // the ledger has another entry of this number, or another one before it: the hot store lost its past
};

/// Records a hot step. `recorded`: it is in the ledger, now or before.
struct EntryStep {
  std::shared_ptr<const Entry> entry;
  bool recorded = false;
  EntryFate fate = EntryFate::kNone;
  EntryMark stands = {};  // where the ledger is in the sale's epoch, after the step
};

/// Begins a load of a hot copy, or tells that one goes on: epoch + 1, mode `loading`, number 0 with the token as nonce.
/// Only one process at a time loads: another one may take over when the loader has not said anything for 5 s (of
/// `now`, the ledger's time). The loader repeats the step with the same token to say that it is alive.
struct FenceStep {
  std::string sale;
  std::uint32_t epoch = 0;  // the one that shall end; of a repeat, the one that began
  std::uint64_t token = 0;  // random, not 0
  std::uint32_t shards = 1;
  Millis now = 0;
  enum class Outcome : std::uint8_t {
    kNone,
    kMine,    // this process loads, in `new_epoch`
    kOthers,  // another process is loading
    kMoved,   // the sale is in another epoch by now
    kUnknownSale,
  };
  Outcome outcome = Outcome::kNone;
  SaleUid uid = 0;
  std::uint32_t new_epoch = 0;
};

/// Ends a load: mode `hot`. Not done when the sale is in another epoch, or another process has taken over.
struct LiveStep {
  std::string sale;
  std::uint32_t epoch = 0;
  std::uint64_t token = 0;
  bool done = false;
  std::uint64_t credit_no = 0;  // credits up to this one must be applied before the copy may decide
};

/// held -> confirmed. Verdicts: ok, already_released (also when the hold has run out at `now`), unknown_claim.
struct ConfirmStep {
  ClaimKey key;
  Millis now = 0;
  Verdict verdict = Verdict::kUnavailable;
  Claim claim;
};

/// held -> released; confirmed -> released with `confirmed`. With `items` only those units go back and
/// `id` names this release (a repeat moves nothing). A hold that has run out at `now` is released with
/// reason "expired". Verdicts: ok, already_confirmed, unknown_claim, id_conflict, invalid (field, detail).
struct ReleaseStep {
  ClaimKey key;
  std::string id;
  std::string reason;
  bool confirmed = false;
  std::vector<Item> items;
  Millis now = 0;
  Verdict verdict = Verdict::kUnavailable;
  std::string field;
  std::string detail;
  Claim claim;
};

/// Moves the end of a held claim to now + seconds, never to an earlier one.
/// Verdicts: ok, already_confirmed, already_released, unknown_claim.
struct ExtendStep {
  ClaimKey key;
  std::int64_t seconds = 0;
  Millis now = 0;
  Verdict verdict = Verdict::kUnavailable;
  Claim claim;
};

/// Releases, with reason "expired", those of `claims` that are held and whose end is at or before `now`.
struct ExpireStep {
  SaleUid uid = 0;
  std::vector<ClaimNo> claims;
  Millis now = 0;
  std::size_t released = 0;
};

/// paused -> open. Verdicts: ok, closed, unknown_sale.
struct ResumeStep {
  SaleKey sale;
  Verdict verdict = Verdict::kUnavailable;
};

/// Verdicts: created, ok (its first definition was just so), sale_exists.
struct CreateStep {
  std::string sale;
  SaleDefinition definition;
  Millis now = 0;
  Verdict verdict = Verdict::kUnavailable;
  SaleUid uid = 0;
};

/// Frees the name; rows stay. Verdicts: ok, not_settled (not closed, or held claims exist), unknown_sale.
struct DeleteStep {
  SaleKey sale;
  Verdict verdict = Verdict::kUnavailable;
  std::string detail;
};

/// A decision that is made inside the transaction, under the sale's row lock: for engines that keep no hot copy.
/// Holds of the sale that have run out are released first. Then `decide` sees the sale and every claim that has
/// one of `ids` or belongs to one of `users`, and what it returns is recorded as the sale's next entry. Where the sale
/// limits neither claims nor units per user, those of `users` may be left out: nothing depends on them.
struct DecideStep {
  std::string sale;                   // a live sale's name
  std::vector<std::string_view> ids;  // borrowed, like `users`, until the commit has ended
  std::vector<std::string_view> users;
  std::string restock;  // id of a restock; state.restocks has at most this one
  /// In: the ledger's time as this process knows it. Out: the time of the decision, which never runs back in a sale.
  Millis now = 0;
  /// Unset: only run-out holds are released. Returns null: nothing is to be recorded. Called again when the transaction
  /// has to be repeated: only the last call counts.
  std::function<std::shared_ptr<const Entry>(const SaleState&, ClaimSource&, Millis now)> decide;
  enum class Outcome : std::uint8_t {
    kNone,         // the commit did not get so far
    kDecided,      // `decide` was called last with what is in the ledger now
    kUnknownSale,  // no live sale has this name; not called
    kMoreOverdue,  // more holds have run out than one transaction releases; not called: ask again
  };
  Outcome outcome = Outcome::kNone;
};

using Step = std::variant<EntryStep, ConfirmStep, ReleaseStep, ExtendStep, ExpireStep, ResumeStep, CreateStep,
                          DeleteStep, DecideStep, FenceStep, LiveStep>;

/// Where a sale stands at the end of a transaction that had to do with it.
struct SaleStanding {
  SaleUid uid = 0;
  std::string sale;
  SaleMode mode = SaleMode::kHot;
  std::uint32_t epoch = 0;
  EntryMark mark;
  std::uint64_t credit_no = 0;
};

/// One transaction. `credits` is filled by the commit, at most one per sale, and is to be applied hot. `standings`
/// too, for every live sale that the steps name, changed or not: who answers that something has been given back must
/// have applied all credits up to credit_no first, also when an earlier transaction numbered them. Engine redis only.
struct Work {
  std::vector<Step> steps;
  std::vector<Credit> credits;
  std::vector<SaleStanding> standings;
};

}  // namespace allot
