#include "cli/bench_options.h"

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "cli/exit_code.h"

namespace allot {

std::string BenchOptions::http_address() const {
  if (!http.empty()) return http;
  const Endpoint door = endpoint();
  if (door.door == DoorKind::kHttp) return shown_address(door.host, door.port);
  const char* named = std::getenv("ALLOT_HTTP");
  return named != nullptr ? named : "127.0.0.1:7480";
}

void add_bench_options(CLI::App& command, BenchOptions& options) {
  const CLI::Range positive(1, 1'000'000'000);
  command.add_option("--target", options.target, "http://ADDR:PORT or resp://ADDR:PORT")->required();
  command.add_option("--http", options.http, "HTTP door for the checks (default: the target, or ALLOT_HTTP)");
  command.add_option("--clients", options.clients, "connections")->check(CLI::Range(1, 10'000))->capture_default_str();
  command.add_option("--pipeline", options.pipeline, "calls in flight on each connection")
      ->check(CLI::Range(1, 4'096))
      ->capture_default_str();
  command.add_option("--requests", options.requests)->check(positive)->capture_default_str();
  command.add_option("--rate", options.rate, "calls per second, latency from the intended time (default: closed loop)")
      ->check(CLI::Range(1.0, 1e8));
  command.add_option("--users", options.users, "different users (default: as many as requests)")->check(positive);
  command.add_option("--units", options.units, "units per claim")->check(positive)->capture_default_str();
  command.add_option("--stock", options.stock, "units in the sale")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{1'000'000'000'000'000}))
      ->capture_default_str();
  command.add_option("--sale", options.sale, "name of the sale to create and keep (default: one of its own)");
  command.add_option("--ids", options.ids, "who names the claims")
      ->check(CLI::IsMember({"client", "server"}))
      ->capture_default_str();
  command.add_option("--threads", options.threads, "of the load generator")
      ->check(CLI::Range(1, 16))
      ->capture_default_str();
  command.add_flag("--json", options.json, "the result as one JSON line on stdout");
}

}  // namespace allot
