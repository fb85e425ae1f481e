// A subcommand of `allot`: adds itself to the command line; main runs the one that was chosen.
#pragma once

#include <CLI/App.hpp>
#include <functional>

namespace allot {

/// Exit code of the process.
using RunCommand = std::function<int()>;

/// Each adds one subcommand and calls `chosen` with what to run when it is given.
using Chosen = std::function<void(RunCommand)>;
void add_serve(CLI::App& app, const Chosen& chosen);
void add_demo(CLI::App& app, const Chosen& chosen);
void add_bench(CLI::App& app, const Chosen& chosen);
void add_audit(CLI::App& app, const Chosen& chosen);
void add_sale(CLI::App& app, const Chosen& chosen);
void add_claim(CLI::App& app, const Chosen& chosen);

}  // namespace allot
