// Nonces of the newest entries of chains: tell whether an old entry is the one that was recorded.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/entry.h"
#include "ledger/database/connection.h"

namespace allot::database {

/// All methods but clear() throw DatabaseError.
class EntryNonces {
 public:
  explicit EntryNonces(Connection& connection) : connection_(connection) {}

  void clear() noexcept;
  /// Nothing: it was never recorded, or is no longer kept.
  std::optional<std::uint64_t> find(const Entry& entry);
  /// Written by flush(). REQUIRES: the entry is the sale's newest.
  void keep(const Entry& entry);
  /// Now and then forgets, too, what need not be kept.
  void flush();

 private:
  struct Newest {
    std::uint32_t epoch = 0;
    std::uint64_t seq = 0;
  };

  Connection& connection_;
  Batch rows_{4};
  std::map<SaleUid, Newest> forgetful_;  // sales that have something to forget
};

}  // namespace allot::database
