#include "cli/demo/demo_options.h"

#include <CLI/CLI.hpp>
#include <random>

#include "cli/exit_code.h"

namespace allot {

void add_demo_options(CLI::App& command, DemoOptions& options) {
  command.add_option("--buyers", options.buyers, "people who want one")
      ->check(CLI::Range(1, 100'000'000))
      ->capture_default_str();
  command.add_option("--stock", options.stock, "units there are")
      ->check(CLI::Range(1, 10'000'000))
      ->capture_default_str();
  command.add_option("--requests", options.requests, "how often they click")
      ->check(CLI::Range(1, 1'000'000'000))
      ->capture_default_str();
  command.add_option("--clients", options.clients, "connections, half at each door")
      ->check(CLI::Range(2, 4'096))
      ->capture_default_str();
  command.add_option("--seed", options.seed, "of all that is drawn (default: a new one, printed)");
  command.add_option("--data", options.data, "folder of the ledger, kept (default: a temporary one)");
  command.add_option("--scenario", options.scenario, "what happens")
      ->check(CLI::IsMember({"flash"}))
      ->capture_default_str();
}

void complete(DemoOptions& options) {
  // One unit each: with fewer buyers than units the sale could not be sold out.
  if (options.buyers < options.stock) {
    throw UsageError("--buyers " + std::to_string(options.buyers) + ": give at least as many as --stock (" +
                     std::to_string(options.stock) + "), each buys one");
  }
  if (options.seed == 0) options.seed = std::random_device{}();
}

}  // namespace allot
