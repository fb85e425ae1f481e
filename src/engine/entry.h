// What travels from the engine to the ledger: everything that one atomic step decided.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/arena.h"
#include "core/claim.h"
#include "core/sale.h"

namespace allot {

/// Number of a sale's life in the ledger; never reused, also when the name is.
using SaleUid = std::uint32_t;
/// Number of a claim within its sale, in the order of acceptance, from 0. With the uid it is the
/// claim's place in the ledger.
using ClaimNo = std::uint32_t;

/// One accepted claim on its way to the ledger. Text lives in the entry's arena.
struct AcceptedClaim {
  ClaimNo no = 0;
  std::string_view id;
  std::string_view user;
  std::span<const ItemView> items;
  std::string_view ref;
  std::string_view meta;
  std::optional<std::int64_t> if_version;
  std::int64_t version = 0;  // of the sale, after this claim
  ClaimState state = ClaimState::kConfirmed;
  Millis created_at = 0;
  Millis expires_at = 0;
};

/// Restrictions other than claims; decided hot, recorded by the ledger.
struct SwitchChange {  // pause, close
  SaleSwitch value = SaleSwitch::kPaused;
};
/// Units > 0: stock to be added; the ledger answers with a credit of them. Units < 0: already taken hot.
struct RestockChange {
  std::string id;
  std::string pool;  // "*": the total alone
  std::int64_t units = 0;
  bool moves_total = true;
  std::optional<std::int64_t> if_version;
  std::int64_t left = 0;  // of `pool`, after it
};
/// The whole definition as it is from now on; stock of `new_pools` comes back as a credit.
struct DefinitionChange {
  SaleDefinition definition;
  std::vector<std::pair<std::string, std::int64_t>> new_pools;
};
/// The same as a DefinitionChange from an engine that does not keep the definition: the ledger, which has decided
/// everything before it, applies the patch to its own.
struct PatchChange {
  SalePatch patch;
};
/// An id that shall never be accepted, recorded as a released claim of nobody.
struct BarChange {
  ClaimNo no = 0;
  std::string id;
  std::string reason;
  Millis at = 0;
};
using EntryChange = std::variant<SwitchChange, RestockChange, DefinitionChange, PatchChange, BarChange>;

/// Which entry of a sale, and of which past: two entries of one number differ in their nonce. Where an epoch begins:
/// number 0 and the token of its load.
struct EntryMark {
  std::uint64_t seq = 0;
  std::uint64_t nonce = 0;
  bool operator==(const EntryMark&) const = default;
};

/// One atomic step of one sale. Immutable once decided. The ledger applies entries of a sale strictly in
/// the order of `seq`, exactly the next one; an applied one again is a no-op.
struct Entry {
  SaleUid uid = 0;
  std::uint32_t epoch = 0;
  std::uint64_t seq = 0;    // per epoch, from 1, without gaps
  std::uint64_t nonce = 0;  // random; the same (epoch, seq) with another nonce is a forked past
  /// Nonce of the entry before, from engines whose store may lose its past: the ledger takes an entry only behind
  /// the very one that it was decided behind.
  std::optional<std::uint64_t> prev;
  std::int64_t version = 0;  // of the sale, after the step
  std::vector<AcceptedClaim> claims;
  std::vector<EntryChange> changes;
  Arena arena;
};

}  // namespace allot
