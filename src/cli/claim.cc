// allot claim: what the HTTP interface offers for claims.
#include <CLI/CLI.hpp>
#include <memory>
#include <optional>

#include "cli/ask.h"
#include "cli/exit_code.h"
#include "cli/json_body.h"

namespace allot {
namespace {

std::string claims_path(const std::string& sale) { return "/v1/sales/" + url_encoded(sale) + "/claims"; }

struct Take {
  std::string sale, user, id, ref, meta;
  std::vector<std::string> items;
  std::optional<std::int64_t> if_version;
};

void add_take(CLI::App& claim, const Chosen& chosen) {
  auto take = std::make_shared<Take>();
  CLI::App* command = claim.add_subcommand("take", "claim units for a user");
  command->add_option("SALE", take->sale)->required();
  command->add_option("--user", take->user, "whose claim it is")->required();
  command->add_option("--item", take->items, "POOL=UNITS, once for each pool")->required();
  command->add_option("--id", take->id, "of this claim; may be left out where claims_per_user is 1");
  command->add_option("--ref", take->ref, "your own key, such as an order number");
  command->add_option("--meta", take->meta, "a JSON object");
  command->add_option("--if-version", take->if_version, "only if the sale's version is this one");
  ask_when_chosen(*command, chosen, [take] {
    JsonBody body;
    body.text("id", take->id).text("user", take->user).items("items", parse_named_numbers("item", take->items));
    body.number("if_version", take->if_version).text("ref", take->ref).raw("meta", take->meta);
    return Question{"POST", claims_path(take->sale), body.str()};
  });
}

/// What the commands about one claim have in common.
struct OneClaim {
  std::string sale, claim, id, reason;
  std::vector<std::string> items;
  bool confirmed = false;
  bool bar = false;
  std::optional<std::int64_t> seconds;
  std::string target(const char* suffix) const { return claims_path(sale) + "/" + url_encoded(claim) + suffix; }
};

CLI::App* add_one(CLI::App& claim, OneClaim& one, const char* word, const char* help) {
  CLI::App* command = claim.add_subcommand(word, help);
  command->add_option("SALE", one.sale)->required();
  command->add_option("CLAIM", one.claim)->required();
  return command;
}

void add_show_and_confirm(CLI::App& claim, const Chosen& chosen) {
  auto show = std::make_shared<OneClaim>();
  ask_when_chosen(*add_one(claim, *show, "show", "a claim as the ledger has it"), chosen, [show] {
    return Question{"GET", show->target("")};
  });
  auto confirm = std::make_shared<OneClaim>();
  ask_when_chosen(*add_one(claim, *confirm, "confirm", "held -> confirmed"), chosen, [confirm] {
    return Question{"POST", confirm->target("/confirm"), "{}"};
  });
}

void add_release(CLI::App& claim, const Chosen& chosen) {
  auto release = std::make_shared<OneClaim>();
  CLI::App* command = add_one(claim, *release, "release", "give its units back");
  command->add_option("--reason", release->reason, "kept with the claim");
  command->add_flag("--confirmed", release->confirmed, "also when it is confirmed");
  command->add_option("--id", release->id, "of this release; needed with --item");
  command->add_option("--item", release->items, "POOL=UNITS: only these units");
  command->add_flag("--bar", release->bar, "an unknown id is recorded as released");
  ask_when_chosen(*command, chosen, [release] {
    JsonBody body;
    body.text("id", release->id).text("reason", release->reason);
    body.items("items", parse_named_numbers("item", release->items));
    if (release->confirmed) body.truth("confirmed", true);
    if (release->bar) body.truth("bar", true);
    return Question{"POST", release->target("/release"), body.str()};
  });
}

void add_extend(CLI::App& claim, const Chosen& chosen) {
  auto extend = std::make_shared<OneClaim>();
  CLI::App* command = add_one(claim, *extend, "extend", "hold it longer, counted from now");
  command->add_option("--seconds", extend->seconds, "1 to 31536000")->required();
  ask_when_chosen(*command, chosen, [extend] {
    return Question{"POST", extend->target("/extend"), JsonBody().number("seconds", extend->seconds).str()};
  });
}

struct Search {
  std::string sale, user, after, id, ref;
  std::optional<std::int64_t> limit;
};

void add_list(CLI::App& claim, const Chosen& chosen) {
  auto list = std::make_shared<Search>();
  CLI::App* command = claim.add_subcommand("list", "a user's claims in a sale");
  command->add_option("SALE", list->sale)->required();
  command->add_option("--user", list->user)->required();
  command->add_option("--after", list->after, "`next` of the page before");
  command->add_option("--limit", list->limit, "at most so many");
  ask_when_chosen(*command, chosen, [list] {
    std::string target = claims_path(list->sale) + "?user=" + url_encoded(list->user);
    if (!list->after.empty()) target += "&after=" + url_encoded(list->after);
    if (list->limit) target += "&limit=" + std::to_string(*list->limit);
    return Question{"GET", target};
  });
}

void add_find(CLI::App& claim, const Chosen& chosen) {
  auto find = std::make_shared<Search>();
  CLI::App* command = claim.add_subcommand("find", "claims of all sales by id or ref");
  CLI::Option* id = command->add_option("--id", find->id);
  command->add_option("--ref", find->ref)->excludes(id);
  ask_when_chosen(*command, chosen, [find] {
    if (find->id.empty() == find->ref.empty()) throw UsageError("give --id or --ref");
    return Question{"GET", find->id.empty() ? "/v1/claims?ref=" + url_encoded(find->ref)
                                            : "/v1/claims?id=" + url_encoded(find->id)};
  });
}

}  // namespace

void add_claim(CLI::App& app, const Chosen& chosen) {
  CLI::App* claim = app.add_subcommand("claim", "take, show and settle claims");
  claim->require_subcommand(1);
  add_take(*claim, chosen);
  add_show_and_confirm(*claim, chosen);
  add_release(*claim, chosen);
  add_extend(*claim, chosen);
  add_list(*claim, chosen);
  add_find(*claim, chosen);
}

}  // namespace allot
