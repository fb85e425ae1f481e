// allot bench: a sale of its own, claims as fast as answers come or at a fixed rate, then the invariants.
#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>
#include <memory>

#include "cli/bench_check.h"
#include "cli/bench_options.h"
#include "cli/bench_source.h"
#include "cli/command.h"
#include "cli/exit_code.h"
#include "cli/json_body.h"
#include "cli/load/load_loop.h"
#include "cli/load/load_text.h"
#include "cli/progress.h"
#include "cli/text_bar.h"

namespace allot {
namespace {

std::string fresh_name() {
  return "bench-" + std::to_string(std::chrono::system_clock::now().time_since_epoch().count());
}

void create_sale(HttpClient& client, const BenchOptions& options, const std::string& sale) {
  const std::string body = JsonBody().numbers("pools", {{"main", options.stock}}).number("claims_per_user", 1).str();
  const HttpAnswer answer = client.request("PUT", "/v1/sales/" + url_encoded(sale), body);
  if (answer.status != 201) {
    throw std::runtime_error("the sale '" + sale + "' cannot be created anew; choose another --sale: " + answer.body);
  }
}

LoadResult run(const BenchOptions& options, const std::string& sale, BenchTally& tally) {
  const std::size_t threads = std::min(options.threads, options.clients);
  std::vector<BenchSource> sources(threads, BenchSource(options, tally));
  std::vector<LoadJob> jobs;
  for (std::size_t i = 0; i < threads; ++i) {
    const std::size_t clients = options.clients / threads + (i < options.clients % threads ? 1 : 0);
    const double rate = options.rate / static_cast<double>(threads);
    jobs.push_back({{options.endpoint(), sale, clients, options.pipeline, rate}, &sources[i]});
  }
  const Progress progress("claims", options.requests, tally.done, [&tally] {
    return with_commas(static_cast<std::int64_t>(tally.accepted.load())) + " accepted";
  });
  LoadResult all;
  for (const LoadResult& result : run_loads(jobs)) all.merge(result);
  return all;
}

void delete_sale(HttpClient& client, const std::string& sale) {
  client.request("POST", "/v1/sales/" + url_encoded(sale) + "/close");
  client.request("DELETE", "/v1/sales/" + url_encoded(sale));
}

void report(const BenchOptions& options, const LoadResult& result, const std::vector<CheckLine>& checks) {
  FILE* const out = options.json ? stderr : stdout;  // stdout is for the JSON line alone then
  const std::string head = with_commas(static_cast<std::int64_t>(throughput(result))) + " answers/s over " +
                           shown_duration(result.seconds_ns) + ", " + std::to_string(options.clients) +
                           " connections, pipeline " + std::to_string(options.pipeline);
  std::fprintf(out, "%s\n%s\n%s%s", head.c_str(), latency_text(result.latency).c_str(), verdicts_text(result).c_str(),
               check_text(checks).c_str());
  if (!result.failure.empty()) std::fprintf(out, "  ✗ %s\n", result.failure.c_str());
  if (options.json) std::printf("%s\n", load_json(result).c_str());
}

int bench(const BenchOptions& options) {
  HttpClient client(options.http_address());
  const std::string sale = options.sale.empty() ? fresh_name() : options.sale;
  create_sale(client, options, sale);
  BenchTally tally;
  const LoadResult result = run(options, sale, tally);
  BenchFacts facts{options.requests, result.latency.count(),   tally.accepted,
                   options.units,    fetch_sale(client, sale), {}};
  facts.audit = fetch_audit(client, sale);
  const std::vector<CheckLine> checks = check_bench(facts);
  if (options.sale.empty()) delete_sale(client, sale);
  report(options, result, checks);
  return all_hold(checks) && result.failure.empty() ? kExitOk : kExitRefused;
}

}  // namespace

void add_bench(CLI::App& app, const Chosen& chosen) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "load on a running server, with latencies and invariants");
  add_bench_options(*command, *options);
  command->callback([options, chosen] { chosen([options] { return bench(*options); }); });
}

}  // namespace allot
