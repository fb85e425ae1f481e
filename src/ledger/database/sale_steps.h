// Create, resume and delete sales.
#pragma once

#include "ledger/database/touched_sales.h"
#include "ledger/step.h"

namespace allot::database {

class SaleSteps {
 public:
  SaleSteps(Connection& connection, TouchedSales& sales, EngineKind engine)
      : connection_(connection), sales_(sales), engine_(engine) {}

  /// Throws Displaced when the ledger has become another engine's.
  void run(CreateStep& step);
  void run(ResumeStep& step);
  /// REQUIRES: claims that were settled before are written.
  void run(DeleteStep& step);

 private:
  bool answer_existing(CreateStep& step);
  void insert(const CreateStep& step);

  Connection& connection_;
  TouchedSales& sales_;
  EngineKind engine_;
};

}  // namespace allot::database
