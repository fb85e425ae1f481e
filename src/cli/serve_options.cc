#include "cli/serve_options.h"

#include <toml++/toml.h>

#include <algorithm>
#include <boost/asio/ip/address.hpp>
#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <thread>

namespace allot {
namespace {

[[noreturn]] void bad(const std::string& option, const std::string& value, const std::string& right) {
  throw std::runtime_error("--" + option + " '" + value + "': " + right);
}

std::string environment_name(std::string name) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char c) { return c == '-' ? '_' : static_cast<char>(std::toupper(c)); });
  return "ALLOT_" + name;
}

std::string text_of(const toml::node& node, const std::string& key, const std::string& file) {
  if (const auto* text = node.as_string()) return text->get();
  if (const auto* number = node.as_integer()) return std::to_string(number->get());
  throw std::runtime_error(file + ": '" + key + "' must be a string or an integer");
}

const OptionSpec* find_spec(std::string key) {
  std::replace(key.begin(), key.end(), '_', '-');
  for (const OptionSpec& spec : serve_option_specs()) {
    if (spec.name == key && spec.name != "config") return &spec;
  }
  return nullptr;
}

void fill_from_file(ServeOptions& options, const std::vector<std::string>& given) {
  toml::table table;
  try {
    table = toml::parse_file(options.config);
  } catch (const toml::parse_error& error) {
    throw std::runtime_error("--config '" + options.config + "': " + std::string(error.description()) + " (line " +
                             std::to_string(error.source().begin.line) + ")");
  }
  for (const auto& [toml_key, node] : table) {
    const std::string key(toml_key.str());
    const OptionSpec* spec = find_spec(key);
    if (spec == nullptr) {
      throw std::runtime_error(options.config + ": '" + key + "' is no option; `allot serve --help` lists them");
    }
    if (std::find(given.begin(), given.end(), spec->name) != given.end()) continue;
    options.*(spec->value) = text_of(node, key, options.config);
  }
}

std::size_t io_threads(const std::string& text) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc{} || end != text.data() + text.size() || count > 64) {
    bad("io-threads", text, "a number from 0 (by the number of processors) to 64");
  }
  // One loop carries a few hundred thousand unpipelined requests a second; the ledger wants a core of its own.
  if (count == 0) count = std::clamp<std::size_t>(std::thread::hardware_concurrency() / 4, 1, 4);
  return count;
}

}  // namespace

const std::vector<OptionSpec>& serve_option_specs() {
  static const std::vector<OptionSpec> specs = {
      {"data", &ServeOptions::data, "folder of the embedded ledger"},
      {"http", &ServeOptions::http, "HTTP door, ADDR:PORT (port 0: a free one)"},
      {"resp", &ServeOptions::resp, "RESP door, ADDR:PORT (port 0: a free one)"},
      {"engine", &ServeOptions::engine,
       "memory: one process owns the ledger and decides in memory; ledger: the "
       "ledger decides, and processes may share it (redis: a later version)"},
      {"redis", &ServeOptions::redis, "URL of Redis for --engine redis"},
      {"ledger", &ServeOptions::ledger, "sqlite:PATH (default: sqlite:DATA/ledger.db)"},
      {"ack", &ServeOptions::ack, "ledger: answer when it is in the ledger"},
      {"prefix", &ServeOptions::prefix, "of the tables' names, for ledgers in a database server"},
      {"migrate", &ServeOptions::migrate, "auto or never: bring the ledger's schema up to date at start"},
      {"io-threads", &ServeOptions::io_threads, "event loops, 0: by the number of processors"},
      {"config", &ServeOptions::config, "TOML file with these options as keys"},
  };
  return specs;
}

void fill_from_environment_and_file(ServeOptions& options, std::vector<std::string> given) {
  for (const OptionSpec& spec : serve_option_specs()) {
    if (std::find(given.begin(), given.end(), spec.name) != given.end()) continue;
    if (const char* value = std::getenv(environment_name(spec.name).c_str())) {
      options.*(spec.value) = value;
      given.push_back(spec.name);
    }
  }
  if (!options.config.empty()) fill_from_file(options, given);
}

Address parse_address(const std::string& option, const std::string& text) {
  constexpr auto kRight = "give ADDR:PORT such as 127.0.0.1:7480";
  const auto colon = text.rfind(':');
  if (colon == std::string::npos || colon == 0) bad(option, text, kRight);
  Address address;
  address.host = text.substr(0, colon);
  if (address.host.size() > 2 && address.host.front() == '[' && address.host.back() == ']') {
    address.host = address.host.substr(1, address.host.size() - 2);
  }
  const char* begin = text.data() + colon + 1;
  const char* end = text.data() + text.size();
  unsigned port = 0;
  const auto [stop, error] = std::from_chars(begin, end, port);
  if (begin == end || error != std::errc{} || stop != end || port > 65535) bad(option, text, kRight);
  address.port = static_cast<std::uint16_t>(port);
  return address;
}

namespace {

void check_ip(const std::string& option, const Address& address) {
  boost::system::error_code error;
  boost::asio::ip::make_address(address.host == "localhost" ? "127.0.0.1" : address.host, error);
  if (error) bad(option, address.host, "is no IP address; give one such as 127.0.0.1");
}

EngineKind engine_of(const std::string& text) {
  for (const EngineKind kind : {EngineKind::kMemory, EngineKind::kLedger}) {
    if (text == engine_name(kind)) return kind;
  }
  if (text == engine_name(EngineKind::kRedis))
    bad("engine", text, "is not offered by this version; use memory or ledger");
  bad("engine", text, "must be memory, redis or ledger");
}

void check_offered(const ServeOptions& options) {
  if (options.ack == "engine")
    bad("ack", options.ack, "needs a durable outbox, which the engines memory and ledger have not; use ledger");
  if (options.ack != "ledger") bad("ack", options.ack, "must be ledger or engine");
  if (!options.redis.empty())
    bad("redis", options.redis, "goes with --engine redis, which this version does not offer");
  if (!options.prefix.empty() && (options.ledger.empty() || options.ledger.starts_with("sqlite:")))
    bad("prefix", options.prefix, "is for ledgers in a database server; a SQLite ledger is a file of its own");
  if (options.migrate != "auto" && options.migrate != "never") bad("migrate", options.migrate, "must be auto or never");
}

}  // namespace

ResolvedOptions resolve(const ServeOptions& options) {
  ResolvedOptions resolved;
  const EngineKind engine = engine_of(options.engine);
  check_offered(options);
  resolved.server.http = parse_address("http", options.http);
  resolved.server.resp = parse_address("resp", options.resp);
  check_ip("http", resolved.server.http);
  check_ip("resp", resolved.server.resp);
  resolved.server.io_threads = io_threads(options.io_threads);
  resolved.ledger_url = options.ledger.empty() ? "sqlite:" + options.data + "/ledger.db" : options.ledger;
  resolved.ledger = {options.migrate == "auto", engine, options.prefix};
  return resolved;
}

}  // namespace allot
