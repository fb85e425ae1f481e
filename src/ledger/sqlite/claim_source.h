// Streams the claims of one sale in the order of their numbers.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/snapshot.h"
#include "ledger/settle.h"
#include "ledger/sqlite/connection.h"

namespace allot::sqlite {

/// Sees one snapshot: the one at its first next().
class SqliteClaimSource final : public ClaimSource {
 public:
  SqliteClaimSource(std::shared_ptr<Connection> connection, SaleUid uid, std::string path);
  bool next(StoredClaim& claim) override;

 private:
  void start();
  bool read(StoredClaim& claim);
  void read_lines(StoredClaim& claim, std::int64_t key);
  void advance_line();

  std::shared_ptr<Connection> connection_;
  SaleUid uid_;
  std::string path_;  // for messages
  Statement select_claims_;
  Statement select_lines_;
  std::optional<Rows> claims_;
  std::optional<Rows> lines_;
  std::optional<std::int64_t> line_key_;  // claim of the next line
  std::vector<ClaimLine> further_;        // of the present claim; owns what its items borrow
  bool done_ = false;
};

}  // namespace allot::sqlite
