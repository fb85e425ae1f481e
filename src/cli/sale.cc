// allot sale: what the HTTP interface offers for sales.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/ask.h"
#include "cli/exit_code.h"
#include "cli/json_body.h"

namespace allot {
namespace {

std::string sale_path(const std::string& sale) { return "/v1/sales/" + url_encoded(sale); }

struct NewSale {
  std::string sale;
  std::string json;
  std::vector<std::string> pools;
  std::optional<std::int64_t> total, claims_per_user, units_per_user, hold_seconds;
  std::string starts_at, ends_at;
  bool versioned = false;
};

Question create_question(const NewSale& create) {
  const std::string target = sale_path(create.sale);
  if (!create.json.empty()) return {"PUT", target, read_json_file(create.json)};
  if (create.pools.empty()) throw UsageError("a sale needs at least one --pool NAME=UNITS, or --json FILE");
  JsonBody body;
  body.numbers("pools", parse_named_numbers("pool", create.pools));
  body.number("total", create.total).number("claims_per_user", create.claims_per_user);
  body.number("units_per_user", create.units_per_user).number("hold_seconds", create.hold_seconds);
  body.text("starts_at", create.starts_at).text("ends_at", create.ends_at);
  if (create.versioned) body.truth("versioned", true);
  return {"PUT", target, body.str()};
}

void add_create(CLI::App& sale, const Chosen& chosen) {
  auto create = std::make_shared<NewSale>();
  CLI::App* command = sale.add_subcommand("create", "create a sale");
  command->add_option("NAME", create->sale)->required();
  CLI::Option* json = command->add_option("--json", create->json, "the whole definition: a file, or - for stdin");
  const auto add = [&](const char* name, auto& value, const char* help) {
    return command->add_option(name, value, help)->excludes(json);
  };
  add("--pool", create->pools, "NAME=UNITS, once for each pool");
  add("--total", create->total, "cap over all pools together");
  add("--claims-per-user", create->claims_per_user, "0: no limit (default 1)");
  add("--units-per-user", create->units_per_user, "0: no limit (default)");
  add("--hold", create->hold_seconds, "seconds until an unconfirmed claim is released; 0: confirmed at once (default)");
  add("--starts-at", create->starts_at, "RFC 3339, such as 2026-11-11T00:00:00+08:00");
  add("--ends-at", create->ends_at, "RFC 3339");
  command->add_flag("--versioned", create->versioned, "every accepted claim moves the version")->excludes(json);
  ask_when_chosen(*command, chosen, [create] { return create_question(*create); });
}

void add_named(CLI::App& sale, const Chosen& chosen, const std::string& word, const std::string& help,
               const std::string& method, const std::string& suffix) {
  auto name = std::make_shared<std::string>();
  CLI::App* command = sale.add_subcommand(word, help);
  command->add_option("NAME", *name)->required();
  ask_when_chosen(*command, chosen, [=] { return Question{method, sale_path(*name) + suffix}; });
}

struct Page {
  std::string after;
  std::optional<std::int64_t> limit;
};

void add_list(CLI::App& sale, const Chosen& chosen) {
  auto page = std::make_shared<Page>();
  CLI::App* command = sale.add_subcommand("list", "list sales by name");
  command->add_option("--after", page->after, "begin behind this name");
  command->add_option("--limit", page->limit, "at most so many");
  ask_when_chosen(*command, chosen, [page] {
    std::string query;
    if (!page->after.empty()) query += "&after=" + url_encoded(page->after);
    if (page->limit) query += "&limit=" + std::to_string(*page->limit);
    if (!query.empty()) query.front() = '?';
    return Question{"GET", "/v1/sales" + query};
  });
}

struct MoreStock {
  std::string sale, id, pool;
  std::optional<std::int64_t> units, if_version;
  bool no_total = false;
};

void add_restock(CLI::App& sale, const Chosen& chosen) {
  auto restock = std::make_shared<MoreStock>();
  CLI::App* command = sale.add_subcommand("restock", "add units to a pool, or withdraw some");
  command->add_option("NAME", restock->sale)->required();
  command->add_option("--id", restock->id, "of this restock: a repeat moves nothing")->required();
  command->add_option("--pool", restock->pool, "its name, or * for the total alone")->required();
  command->add_option("--units", restock->units, "negative: withdraw")->required();
  command->add_option("--if-version", restock->if_version, "only if the sale's version is this one");
  command->add_flag("--no-total", restock->no_total, "leave the total as it is");
  ask_when_chosen(*command, chosen, [restock] {
    JsonBody body;
    body.text("id", restock->id).text("pool", restock->pool).number("units", restock->units);
    body.number("if_version", restock->if_version);
    if (restock->no_total) body.truth("total", false);
    return Question{"POST", sale_path(restock->sale) + "/restock", body.str()};
  });
}

struct Patch {
  std::string sale, json;
};

void add_patch(CLI::App& sale, const Chosen& chosen) {
  auto patch = std::make_shared<Patch>();
  CLI::App* command = sale.add_subcommand("patch", "change limits, times and holds, or add pools");
  command->add_option("NAME", patch->sale)->required();
  command->add_option("--json", patch->json, "the changes: a file, or - for stdin")->required();
  ask_when_chosen(*command, chosen, [patch] {
    return Question{"PATCH", sale_path(patch->sale), read_json_file(patch->json)};
  });
}

}  // namespace

void add_sale(CLI::App& app, const Chosen& chosen) {
  CLI::App* sale = app.add_subcommand("sale", "create, show and change sales");
  sale->require_subcommand(1);
  add_create(*sale, chosen);
  add_named(*sale, chosen, "show", "figures and definition of a sale", "GET", "");
  add_list(*sale, chosen);
  add_named(*sale, chosen, "pause", "refuse claims until it is resumed", "POST", "/pause");
  add_named(*sale, chosen, "resume", "take claims again", "POST", "/resume");
  add_named(*sale, chosen, "close", "take no more claims, for good", "POST", "/close");
  add_named(*sale, chosen, "delete", "forget a closed sale; its rows in the ledger stay", "DELETE", "");
  add_restock(*sale, chosen);
  add_patch(*sale, chosen);
}

}  // namespace allot
