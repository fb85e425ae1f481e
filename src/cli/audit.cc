// allot audit: does every invariant hold?
#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>

#include "cli/ask.h"
#include "cli/audit_report.h"
#include "cli/exit_code.h"

namespace allot {

void add_audit(CLI::App& app, const Chosen& chosen) {
  struct Options {
    std::string http, sale;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("audit", "check every invariant; exits 0 only if all hold");
  add_http_option(*command, options->http);
  command->add_option("--sale", options->sale, "only this one");
  command->callback([options, chosen] {
    chosen([options] {
      HttpClient client(options->http);
      const AuditFindings audit = fetch_audit(client, options->sale);
      std::fputs(audit_text(audit).c_str(), stdout);
      return audit.ok ? kExitOk : kExitRefused;
    });
  });
}

}  // namespace allot
