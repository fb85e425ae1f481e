// Confirm, release, extend, expire: reads a claim's row, lets settle.h decide, writes what changed.
#pragma once

#include "ledger/sqlite/claim_rows.h"
#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class ClaimSettler {
 public:
  ClaimSettler(Connection& writer, TouchedSales& sales);

  void settle(ConfirmStep& step);
  void settle(ReleaseStep& step);
  void settle(ExtendStep& step);
  void settle(ExpireStep& step);
  /// Releases holds of the sale that have run out at `now`, the oldest ends first, at most `limit`. False: more are
  /// left.
  bool release_overdue(TouchedSale& sale, Millis now, std::size_t limit);

 private:
  struct Found {
    TouchedSale* sale = nullptr;
    ClaimRecord record;
  };
  /// Nothing: `verdict` says what is unknown.
  std::optional<Found> find(const ClaimKey& key, Verdict& verdict);
  bool expire(TouchedSale& sale, std::int64_t key, Millis now);
  EarlierRelease earlier(SaleUid uid, const ReleaseStep& step, std::string_view items);
  void apply(Found& found, const Settlement& settlement, Millis now);
  void write(const ClaimRecord& record, const ClaimBalance& after);

  TouchedSales& sales_;
  ClaimRows rows_;
  Statement write_claim_;
  Statement write_line_;
  Statement find_release_;
  Statement insert_release_;
  Statement overdue_;
};

}  // namespace allot::sqlite
