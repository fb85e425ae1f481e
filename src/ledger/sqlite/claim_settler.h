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

 private:
  struct Found {
    TouchedSale* sale = nullptr;
    ClaimRecord record;
  };
  std::optional<Found> find(const ClaimKey& key);
  EarlierRelease earlier(const ReleaseStep& step, std::string_view items);
  void apply(Found& found, const Settlement& settlement);
  void write(const ClaimRecord& record, const ClaimBalance& after);

  TouchedSales& sales_;
  ClaimRows rows_;
  Statement write_claim_;
  Statement write_line_;
  Statement find_release_;
  Statement insert_release_;
};

}  // namespace allot::sqlite
