#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "cli/command.h"
#include "cli/exit_code.h"

namespace {

void add_commands(CLI::App& app, const allot::Chosen& chosen) {
  allot::add_serve(app, chosen);
  allot::add_demo(app, chosen);
  allot::add_bench(app, chosen);
  allot::add_audit(app, chosen);
  allot::add_sale(app, chosen);
  allot::add_claim(app, chosen);
}

int complain(const std::exception& error, int exit_code) {
  std::fprintf(stderr, "allot: %s\n", error.what());
  return exit_code;
}

}  // namespace

int main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("allot"));
  CLI::App app{"Allot decides who gets the last unit, and never gives away more than there is."};
  app.set_version_flag("--version", ALLOT_VERSION);
  app.require_subcommand(1);
  allot::RunCommand run;
  add_commands(app, [&run](allot::RunCommand command) { run = std::move(command); });
  try {
    app.parse(argc, argv);
    return run();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? allot::kExitOk : allot::kExitUsage;
  } catch (const allot::UsageError& error) {
    return complain(error, allot::kExitUsage);
  } catch (const allot::Unreachable& error) {
    return complain(error, allot::kExitUnreachable);
  } catch (const std::exception& error) {
    return complain(error, allot::kExitRefused);
  }
}
