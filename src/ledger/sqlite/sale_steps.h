// Create, resume and delete sales.
#pragma once

#include "ledger/sqlite/touched_sales.h"
#include "ledger/step.h"

namespace allot::sqlite {

class SaleSteps {
 public:
  SaleSteps(Connection& writer, TouchedSales& sales, EngineKind engine);

  void run(CreateStep& step);
  void run(ResumeStep& step);
  void run(DeleteStep& step);

 private:
  bool answer_existing(CreateStep& step);
  void insert_pools(const CreateStep& step);

  TouchedSales& sales_;
  const EngineKind engine_;
  Statement find_;
  Statement status_;
  Statement next_uid_;
  Statement insert_;
  Statement insert_pool_;
  Statement held_;
};

}  // namespace allot::sqlite
