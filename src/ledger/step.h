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

/// Records a hot step. `recorded` is false when the ledger stands elsewhere (wrong epoch, gap, fork).
struct EntryStep {
  std::shared_ptr<const Entry> entry;
  bool recorded = false;
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
                          DeleteStep, DecideStep>;

/// One transaction. `credits` is filled by the commit, at most one per sale, and is to be applied hot.
struct Work {
  std::vector<Step> steps;
  std::vector<Credit> credits;
};

}  // namespace allot
