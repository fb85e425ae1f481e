// Options of `allot serve`: command line over environment over file over default.
#pragma once

#include <string>
#include <vector>

#include "ledger/ledger.h"
#include "server/server.h"

namespace allot {

/// As text, from wherever it came; checked by resolve().
struct ServeOptions {
  std::string data = "./allot-data";
  std::string http = "127.0.0.1:7480";
  std::string resp = "127.0.0.1:7479";
  std::string engine = "memory";
  std::string redis;
  std::string ledger;  // empty: sqlite:DATA/ledger.db
  std::string ack = "ledger";
  std::string prefix;
  std::string migrate = "auto";
  std::string io_threads = "0";  // 0: by the number of processors
  std::string config;
};

/// One option, for the command line, ALLOT_… and the file.
struct OptionSpec {
  std::string name;  // "io-threads"
  std::string ServeOptions::*value;
  std::string help;
};
const std::vector<OptionSpec>& serve_option_specs();

/// Fills in what the command line has not given. `given`: names that it has. Throws std::runtime_error that
/// names the option, its value and what would be right.
void fill_from_environment_and_file(ServeOptions& options, std::vector<std::string> given);

struct ResolvedOptions {
  ServerOptions server;
  std::string ledger_url;
  LedgerOptions ledger;
};
/// Checks every value and refuses combinations that are not offered. Throws std::runtime_error as above.
ResolvedOptions resolve(const ServeOptions& options);

/// "ADDR:PORT", "[::1]:PORT". Throws std::runtime_error.
Address parse_address(const std::string& option, const std::string& text);

}  // namespace allot
