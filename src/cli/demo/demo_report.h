// The demo's report.
#pragma once

#include <string>
#include <vector>

#include "cli/check_line.h"
#include "cli/demo/demo_options.h"
#include "cli/demo/flash_sale.h"

namespace allot {

/// What is about to happen, at most 78 columns.
std::string demo_head(const DemoOptions& options);
/// What has happened, at most 78 columns but for the first unexpected answer.
std::string demo_report(const DemoOptions& options, const FlashResult& result, const std::vector<CheckLine>& checks);

}  // namespace allot
