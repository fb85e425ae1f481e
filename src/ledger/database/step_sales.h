// Which sales the steps of a transaction name.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ledger/step.h"

namespace allot::database {

struct StepSales {
  std::set<SaleUid> uids;
  std::set<std::string, std::less<>> names;
};

StepSales sales_of(const std::vector<Step>& steps);

}  // namespace allot::database
