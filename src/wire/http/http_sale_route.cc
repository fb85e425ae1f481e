// Routes of INTERFACE "Sales".
#include "wire/http/http_call.h"
#include "wire/json/definition_json.h"
#include "wire/json/order_json.h"

namespace allot {
namespace {

void create(HttpCall& call) {
  std::string_view sale;
  if (!path_sale(call, sale) || !no_query(call)) return;
  auto definition = parse_definition(call.request.body);
  if (!definition) {
    refuse_invalid(call, definition.error());
    return;
  }
  set_operation(call, CreateSale{std::string(sale), std::move(*definition)});
}

void patch(HttpCall& call) {
  std::string_view sale;
  if (!path_sale(call, sale) || !no_query(call)) return;
  auto changes = parse_patch(call.request.body);
  if (!changes) {
    refuse_invalid(call, changes.error());
    return;
  }
  set_operation(call, PatchSale{std::string(sale), std::move(*changes)});
}

void list(HttpCall& call) {
  std::string_view after;
  std::string_view limit;
  ListSales sales;
  if (!read_query(call, {{"after", &after}, {"limit", &limit}})) return;
  if (!query_text(call, "after", check_name, after) || !query_limit(call, limit, sales.limit)) return;
  sales.after = after;
  set_operation(call, std::move(sales));
}

void show(HttpCall& call) {
  std::string_view sale;
  if (path_sale(call, sale) && no_query(call)) set_operation(call, GetSale{std::string(sale)});
}

// What needs nothing but the name of the sale.
template <class SaleOperation>
void plain(HttpCall& call) {
  std::string_view sale;
  if (path_sale(call, sale) && no_query(call) && no_body(call)) set_operation(call, SaleOperation{std::string(sale)});
}

void restock(HttpCall& call) {
  std::string_view sale;
  Restock order;
  if (!path_sale(call, sale) || !no_query(call)) return;
  order.sale = sale;
  const auto read = [&order](const JsonNode& root, JsonBlame& blame) { return json_restock(root, order, blame); };
  if (read_body(call, read)) set_operation(call, std::move(order));
}

constexpr HttpRoute kRoutes[] = {
    {"GET", "v1/sales", list},
    {"GET", "v1/sales/{sale}", show},
    {"PUT", "v1/sales/{sale}", create},
    {"PATCH", "v1/sales/{sale}", patch},
    {"DELETE", "v1/sales/{sale}", plain<DeleteSale>},
    {"POST", "v1/sales/{sale}/pause", plain<PauseSale>},
    {"POST", "v1/sales/{sale}/resume", plain<ResumeSale>},
    {"POST", "v1/sales/{sale}/close", plain<CloseSale>},
    {"POST", "v1/sales/{sale}/restock", restock},
};

}  // namespace

std::span<const HttpRoute> sale_routes() { return kRoutes; }

}  // namespace allot
