#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <exception>

#include "cli/command.h"

int main(int argc, char** argv) {
  spdlog::set_default_logger(spdlog::stderr_logger_mt("allot"));
  CLI::App app{"Allot decides who gets the last unit, and never gives away more than there is."};
  app.set_version_flag("--version", ALLOT_VERSION);
  app.require_subcommand(1);
  allot::RunCommand run;
  const allot::Chosen chosen = [&run](allot::RunCommand command) { run = std::move(command); };
  allot::add_serve(app, chosen);
  CLI11_PARSE(app, argc, argv);
  try {
    return run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "allot: %s\n", error.what());
    return 1;
  }
}
