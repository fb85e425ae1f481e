// Routes of INTERFACE "Claims".
#include "wire/http/http_batch.h"
#include "wire/http/http_call.h"
#include "wire/json/claim_json.h"
#include "wire/json/order_json.h"

namespace allot {
namespace {

void claim(HttpCall& call) {
  std::string_view sale;
  if (!path_sale(call, sale) || !no_query(call)) return;
  HttpCommand& command = call.command;
  const auto read = [&](const JsonNode& root, JsonBlame& blame) {
    return json_claim(root, call.arena, command.scratch, command.claim, blame);
  };
  if (!read_body(call, read)) return;
  command.sale = call.arena.copy(sale);
  command.kind = HttpKind::kClaim;
}

void show(HttpCall& call) {
  std::string_view sale;
  std::string_view id;
  if (!path_sale(call, sale) || !path_claim(call, id) || !no_query(call)) return;
  set_operation(call, GetClaim{std::string(sale), std::string(id)});
}

void list(HttpCall& call) {
  std::string_view sale;
  std::string_view user;
  std::string_view after;
  std::string_view limit;
  ListUserClaims claims;
  if (!path_sale(call, sale) || !read_query(call, {{"user", &user}, {"after", &after}, {"limit", &limit}})) return;
  if (user.empty()) {
    refuse(call, Verdict::kInvalid, "user", "this query parameter is missing");
    return;
  }
  if (!query_text(call, "user", check_user, user) || !query_text(call, "after", check_claim_id, after)) return;
  if (!query_limit(call, limit, claims.limit)) return;
  claims.sale = sale;
  claims.user = user;
  claims.after = after;
  set_operation(call, std::move(claims));
}

void find(HttpCall& call) {
  std::string_view id;
  std::string_view ref;
  if (!read_query(call, {{"id", &id}, {"ref", &ref}})) return;
  if (id.empty() == ref.empty()) {
    refuse(call, Verdict::kInvalid, "id", "exactly one of the query parameters id and ref is needed");
    return;
  }
  if (!query_text(call, "id", check_claim_id, id) || !query_text(call, "ref", check_ref, ref)) return;
  set_operation(call, FindClaims{std::string(id), std::string(ref)});
}

void confirm(HttpCall& call) {
  std::string_view sale;
  std::string_view id;
  if (!path_sale(call, sale) || !path_claim(call, id) || !no_query(call) || !no_body(call)) return;
  set_operation(call, ConfirmClaim{std::string(sale), std::string(id)});
}

void release(HttpCall& call) {
  std::string_view sale;
  std::string_view id;
  if (!path_sale(call, sale) || !path_claim(call, id) || !no_query(call)) return;
  ReleaseClaim order;
  order.sale = sale;
  order.claim = id;
  const auto read = [&](const JsonNode& root, JsonBlame& blame) {
    return json_release(root, call.arena, order, blame);
  };
  if (call.request.body.empty() || read_body(call, read)) set_operation(call, std::move(order));
}

void extend(HttpCall& call) {
  std::string_view sale;
  std::string_view id;
  if (!path_sale(call, sale) || !path_claim(call, id) || !no_query(call)) return;
  ExtendClaim order;
  order.sale = sale;
  order.claim = id;
  const auto read = [&order](const JsonNode& root, JsonBlame& blame) { return json_extend(root, order, blame); };
  if (read_body(call, read)) set_operation(call, std::move(order));
}

// The busiest first.
constexpr HttpRoute kRoutes[] = {
    {"POST", "v1/sales/{sale}/claims", claim},
    {"GET", "v1/sales/{sale}/claims", list},
    {"GET", "v1/sales/{sale}/claims/{claim}", show},
    {"POST", "v1/sales/{sale}/claims/{claim}/confirm", confirm},
    {"POST", "v1/sales/{sale}/claims/{claim}/release", release},
    {"POST", "v1/sales/{sale}/claims/{claim}/extend", extend},
    {"GET", "v1/claims", find},
    {"POST", "v1/claims", route_claim_batch},
};

}  // namespace

std::span<const HttpRoute> claim_routes() { return kRoutes; }

}  // namespace allot
