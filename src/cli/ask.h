// One call to the server at --http, its answer on stdout.
#pragma once

#include <CLI/App.hpp>
#include <memory>
#include <string>

#include "cli/command.h"

namespace allot {

/// Adds `--http` (environment: ALLOT_HTTP) to `command`.
void add_http_option(CLI::App& command, std::string& http);

struct Question {
  std::string method;
  std::string target;
  std::string body = {};
};

/// Prints the answer, indented on a terminal. kExitOk on 2xx, else kExitRefused. Throws Unreachable.
int ask(const std::string& http, const Question& question);

/// Makes `command` ask what `make` says when it is chosen; `make` may throw UsageError.
void ask_when_chosen(CLI::App& command, const Chosen& chosen, std::function<Question()> make);

}  // namespace allot
