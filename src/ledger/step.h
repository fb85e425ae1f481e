// What the ledger does in one transaction: entries to record, and decisions that are its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"
#include "engine/credit.h"
#include "engine/entry.h"

namespace allot {

/// Which claim is meant. `no` is its place in the ledger where the engine knows it (memory engine);
/// without it the ledger looks the id up. With both, both must fit. One of them may be left out (id: empty).
struct ClaimKey {
  SaleUid uid = 0;
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

/// paused -> open. Verdicts: ok, closed.
struct ResumeStep {
  SaleUid uid = 0;
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

/// Frees the name; rows stay. Verdicts: ok, not_settled (not closed, or held claims exist).
struct DeleteStep {
  SaleUid uid = 0;
  Verdict verdict = Verdict::kUnavailable;
  std::string detail;
};

using Step =
    std::variant<EntryStep, ConfirmStep, ReleaseStep, ExtendStep, ExpireStep, ResumeStep, CreateStep, DeleteStep>;

/// One transaction. `credits` is filled by the commit, at most one per sale, and is to be applied hot.
struct Work {
  std::vector<Step> steps;
  std::vector<Credit> credits;
};

}  // namespace allot
