// allot demo: a flash sale from nothing, with its audit.
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <optional>

#include "cli/command.h"
#include "cli/demo/child_server.h"
#include "cli/demo/demo_report.h"
#include "cli/demo/flash_sale.h"
#include "cli/demo/temporary_folder.h"
#include "cli/exit_code.h"

namespace allot {
namespace {

int demo(DemoOptions options) {
  complete(options);
  std::optional<TemporaryFolder> folder;
  if (options.data.empty()) options.data = folder.emplace().path();
  std::fputs(demo_head(options).c_str(), stdout);
  std::fflush(stdout);
  ChildServer server(options.data);
  std::string sale;
  FlashResult result = run_flash_sale(options, server.ready(), sale);
  result.facts.server_ended_well = server.stop();
  const std::vector<CheckLine> checks = check_demo(result.facts);
  std::fputs(demo_report(options, result, checks).c_str(), stdout);
  if (!folder) std::printf("The ledger is %s/ledger.db, the sale '%s'.\n", options.data.c_str(), sale.c_str());
  return all_hold(checks) ? kExitOk : kExitRefused;
}

}  // namespace

void add_demo(CLI::App& app, const Chosen& chosen) {
  auto options = std::make_shared<DemoOptions>();
  CLI::App* command = app.add_subcommand("demo", "a flash sale from nothing, with its audit");
  add_demo_options(*command, *options);
  command->callback([options, chosen] { chosen([options] { return demo(*options); }); });
}

}  // namespace allot
