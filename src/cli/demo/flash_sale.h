// The demo's sale, from its creation to the facts that the checker wants.
#pragma once

#include <string>
#include <vector>

#include "cli/demo/checker.h"
#include "cli/demo/child_server.h"
#include "cli/demo/demo_options.h"
#include "cli/demo/stock_plot.h"
#include "cli/http_client.h"
#include "cli/load/load_desk.h"

namespace allot {

struct FlashResult {
  DemoFacts facts;
  LoadResult http;
  LoadResult resp;
  std::vector<StockSample> samples;
  std::int64_t run_ns = 0;  // the crowd's time, both doors together
  std::int64_t resold = 0;  // units that were sold again after a cancel
};

/// Runs everything against a server that is ready. Throws when it goes away; ^C ends it with std::runtime_error.
FlashResult run_flash_sale(const DemoOptions& options, const ReadyLine& doors, std::string& sale);

}  // namespace allot
