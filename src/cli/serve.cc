// allot serve: the service on this machine's ledger, until SIGTERM or SIGINT.
#include <malloc.h>
#include <pthread.h>
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <csignal>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>

#include <CLI/CLI.hpp>

#include "cli/command.h"
#include "cli/serve_options.h"
#include "engine/memory/memory_engine.h"
#include "ledger/ledger.h"
#include "server/server.h"
#include "service/owned/owned_service.h"
#include "service/shared/shared_service.h"

namespace allot {
namespace {

// Every thread is born with these blocked; the main thread waits for them.
sigset_t block_signals() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);  // a file size limit is a failed write, not the end
  return signals;
}

void raise_descriptor_limit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
}

// Entries are made by an event loop and freed by the ledger thread. One arena that keeps its memory saves
// both from growing and trimming theirs at every commit, each a system call and page faults.
void keep_memory() {
  mallopt(M_ARENA_MAX, 1);
  mallopt(M_TOP_PAD, 64 << 20);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
}

std::string shown(const Address& address, std::uint16_t port) {
  const bool v6 = address.host.find(':') != std::string::npos;
  return (v6 ? "[" + address.host + "]" : address.host) + ":" + std::to_string(port);
}

void make_data_folder(const ServeOptions& options) {
  if (!options.ledger.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(options.data, error);
  if (error) {
    throw std::runtime_error("--data '" + options.data + "': cannot make this folder (" + error.message() +
                             "); give one that this user may write");
  }
}

std::unique_ptr<Service> make_service(const ResolvedOptions& options, const Clock& clock,
                                      std::function<void(const std::string&)> fenced) {
  std::unique_ptr<Ledger> ledger = open_ledger(options.ledger_url, options.ledger);
  switch (options.ledger.engine) {
    case EngineKind::kMemory:
      return std::make_unique<OwnedService>(std::move(ledger), make_memory_engine(), clock, std::move(fenced));
    case EngineKind::kLedger:
      // What decides is the same code, built anew for each batch from what the batch needs.
      return std::make_unique<SharedService>(std::move(ledger), make_memory_engine(), clock, std::move(fenced));
    case EngineKind::kRedis: break;
  }
  throw std::logic_error("an engine that the options have refused");
}

int serve(const ServeOptions& options) {
  const ResolvedOptions resolved = resolve(options);
  make_data_folder(options);
  keep_memory();
  const sigset_t signals = block_signals();
  raise_descriptor_limit();
  const SystemClock clock;
  std::atomic<bool> fenced{false};
  const std::unique_ptr<Service> service = make_service(resolved, clock, [&fenced](const std::string& why) {
    spdlog::critical("this process stops: {}", why);
    fenced = true;
    kill(getpid(), SIGTERM);
  });
  Server server(*service, resolved.server);
  service->start();
  server.start();
  std::printf("ready http=%s resp=%s\n", shown(resolved.server.http, server.http_port()).c_str(),
              shown(resolved.server.resp, server.resp_port()).c_str());
  std::fflush(stdout);
  int received = 0;
  sigwait(&signals, &received);
  spdlog::info("signal {}: finishing what is in flight", received);
  server.drain();
  service->stop();
  server.stop();
  return fenced ? 1 : 0;
}

}  // namespace

void add_serve(CLI::App& app, const Chosen& chosen) {
  auto options = std::make_shared<ServeOptions>();
  CLI::App* command = app.add_subcommand("serve", "run the service");
  for (const OptionSpec& spec : serve_option_specs()) {
    command->add_option("--" + spec.name, (*options).*(spec.value), spec.help)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }
  command->callback([options, command, chosen] {
    chosen([options, command] {
      std::vector<std::string> given;
      for (const OptionSpec& spec : serve_option_specs()) {
        if (command->count("--" + spec.name) > 0) given.push_back(spec.name);
      }
      fill_from_environment_and_file(*options, given);
      return serve(*options);
    });
  });
}

}  // namespace allot
