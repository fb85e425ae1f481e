// Nonces of the newest entries of chains: tell whether an old entry is the one that was recorded.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/entry.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// All methods throw SqliteError.
class EntryNonces {
 public:
  explicit EntryNonces(Connection& writer);

  /// Nothing: it was never recorded, or is no longer kept.
  std::optional<std::uint64_t> find(const Entry& entry);
  /// REQUIRES: the entry is the sale's newest. Now and then forgets those that need not be kept.
  void keep(const Entry& entry);

 private:
  Statement find_;
  Statement keep_;
  Statement forget_;
};

}  // namespace allot::sqlite
