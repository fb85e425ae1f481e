#include "cli/ask.h"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>

#include "cli/exit_code.h"
#include "cli/http_client.h"
#include "cli/pretty_json.h"

namespace allot {

void add_http_option(CLI::App& command, std::string& http) {
  if (http.empty()) http = "127.0.0.1:7480";
  command.add_option("--http", http, "HTTP door of the server, ADDR:PORT")
      ->envname("ALLOT_HTTP")
      ->capture_default_str();
}

int ask(const std::string& http, const Question& question) {
  const HttpAnswer answer = HttpClient(http).request(question.method, question.target, question.body);
  const std::string text = isatty(STDOUT_FILENO) == 1 ? pretty_json(answer.body) : answer.body;
  std::printf("%s\n", text.c_str());
  return answer.status >= 200 && answer.status < 300 ? kExitOk : kExitRefused;
}

void ask_when_chosen(CLI::App& command, const Chosen& chosen, std::function<Question()> make) {
  auto http = std::make_shared<std::string>();
  add_http_option(command, *http);
  command.callback([chosen, http, make = std::move(make)] { chosen([http, make] { return ask(*http, make()); }); });
}

}  // namespace allot
