#include "ledger/postgres/postgres_database.h"

#include <array>
#include <memory>

#include "ledger/ledger.h"
#include "ledger/postgres/postgres_connection.h"

namespace allot::postgres {

using database::Connection;
using database::DatabaseError;
using database::Failure;

namespace {

// Nothing hangs for ever: a server that is gone without a word is noticed, and so is a lock that nobody gives back.
// Claims and their sales are looked up by their keys, however small the tables were when the plan was made.
// What is committed is on the disk, also where the server does not insist on it.
constexpr const char* kWriterSettings[] = {
    "SELECT set_config('synchronous_commit', 'on', false) WHERE current_setting('synchronous_commit') = 'off'",
    "SET lock_timeout = '10s'",
    "SET statement_timeout = '60s'",
    "SET idle_in_transaction_session_timeout = '60s'",
    "SET plan_cache_mode = force_generic_plan",
    "SET enable_seqscan = off",
    "SET enable_hashjoin = off",
    "SET enable_mergejoin = off",
};
constexpr const char* kReaderSettings[] = {
    "SET statement_timeout = '600s'",
    "SET default_transaction_read_only = on",
};
constexpr const char* kSettings[] = {
    "SET default_transaction_isolation = 'read committed'",
    "SET standard_conforming_strings = on",
    "SET client_min_messages = warning",
    "SET jit = off",
};

std::string pair_of(const PQconninfoOption& option) { return option.val == nullptr ? "" : option.val; }

// postgresql://host:port/database, whatever else the URL says.
std::string place_of(const std::string& url) {
  struct Free {
    void operator()(PQconninfoOption* options) const noexcept { PQconninfoFree(options); }
  };
  char* trouble = nullptr;
  const std::unique_ptr<PQconninfoOption, Free> options(PQconninfoParse(url.c_str(), &trouble));
  PQfreemem(trouble);  // it repeats parts of the URL, perhaps of the password
  if (options == nullptr) {
    throw LedgerError(
        "the ledger URL 'postgresql://…' cannot be read; write it as postgresql://user:password@host:port/database, "
        "with % and two digits for special characters");
  }
  std::string host = "localhost";
  std::string port = "5432";
  std::string name;
  for (const PQconninfoOption* option = options.get(); option->keyword != nullptr; ++option) {
    const std::string_view keyword = option->keyword;
    const std::string value = pair_of(*option);
    if (value.empty()) continue;
    if (keyword == "host" || keyword == "hostaddr") host = value;
    if (keyword == "port") port = value;
    if (keyword == "dbname") name = value;
  }
  return "postgresql://" + host + ":" + port + "/" + name;
}

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace

PostgresDatabase::PostgresDatabase(std::string url, std::string prefix)
    : url_(std::move(url)), prefix_(std::move(prefix)), place_(place_of(url_)) {}

std::unique_ptr<Connection> PostgresDatabase::connect(Use use) const {
  // What the URL says comes last and so wins over these.
  constexpr std::array kNames = {"connect_timeout",  "keepalives_idle",  "keepalives_interval",
                                 "keepalives_count", "tcp_user_timeout", "fallback_application_name",
                                 "client_encoding",  "dbname",           static_cast<const char*>(nullptr)};
  const std::array values = {
      "5", "10", "5", "3", "30000", "allot", "UTF8", url_.c_str(), static_cast<const char*>(nullptr)};
  static_assert(kNames.size() == std::tuple_size_v<decltype(values)>);
  PGconn* handle = PQconnectdbParams(kNames.data(), values.data(), 1);
  auto made = std::make_unique<PostgresConnection>(handle, prefix_);
  if (!made->alive()) {
    std::string message = PQerrorMessage(handle);
    while (!message.empty() && message.back() == '\n') message.pop_back();
    throw DatabaseError(Failure::kLost, "connect", message);
  }
  const char* encoding = PQparameterStatus(handle, "server_encoding");
  if (encoding == nullptr || std::string_view(encoding) != "UTF8") {
    throw LedgerError("the database of the ledger " + place_ + " does not have the encoding UTF8; create another one");
  }
  for (const char* setting : kSettings) made->command(setting);
  if (use == Use::kWrite) {
    for (const char* setting : kWriterSettings) made->command(setting);
  } else {
    for (const char* setting : kReaderSettings) made->command(setting);
  }
  return made;
}

std::string PostgresDatabase::explain(const DatabaseError& error) const {
  const std::string ledger = "the ledger " + place_ + " ";
  const std::string_view what = error.what();
  const std::string because = ": " + std::string(what);
  if (error.code() == "connect") {
    if (has(what, "authentication") || has(what, "no password supplied") || has(what, "pg_hba.conf") ||
        (has(what, "role \"") && has(what, "does not exist"))) {
      return ledger + "does not let this user in; check user and password in the URL" + because;
    }
    if (has(what, "database \"") && has(what, "does not exist")) {
      return ledger + "is missing: there is no such database; create it first" + because;
    }
    if (has(what, "permission denied")) return ledger + "may not be used by this user" + because;
    return ledger + "cannot be reached; check that the server runs and the URL is right" + because;
  }
  if (error.code() == "42501") return ledger + "may not be written by this user; grant it the rights" + because;
  if (error.code() == "25006") return ledger + "is read-only; name the primary server" + because;
  if (error.code() == "3F000") return ledger + "has no schema to make tables in; create one" + because;
  if (error.code() == "53100") return ledger + "cannot grow: the server's disk is full; make room" + because;
  if (error.failure() == Failure::kLost) return ledger + "was lost" + because;
  if (error.failure() == Failure::kRetry) return ledger + "is too busy" + because;
  return ledger + "cannot be used" + because + (error.code().empty() ? "" : " (SQLSTATE " + error.code() + ")");
}

}  // namespace allot::postgres
