#include "cli/sale_figures.h"

#include <algorithm>
#include <stdexcept>

#include "cli/json_body.h"
#include "wire/json/json_reader.h"

namespace allot {
namespace {

PoolFigures figures_of(const JsonNode& node, std::string_view name) {
  PoolFigures pool;
  pool.pool = name;
  for (const JsonNode& member : node.children()) {
    if (member.key == "stocked") pool.stocked = member.integer;
    if (member.key == "left") pool.left = member.integer;
    if (member.key == "held") pool.held = member.integer;
    if (member.key == "confirmed") pool.confirmed = member.integer;
  }
  return pool;
}

}  // namespace

std::int64_t SaleFigures::available(const PoolFigures& pool) const {
  return total ? std::min(pool.left, total->left) : pool.left;
}

std::int64_t SaleFigures::taken() const {
  std::int64_t units = 0;
  for (const PoolFigures& pool : pools) units += pool.held + pool.confirmed;
  return units;
}

SaleFigures parse_sale_figures(std::string_view body) {
  JsonReader reader;
  if (reader.read(body)) throw std::runtime_error("the sale's answer is no JSON");
  SaleFigures figures;
  for (const JsonNode& member : reader.root().children()) {
    if (member.key == "total" && member.kind == JsonKind::kObject) figures.total = figures_of(member, kTotalPool);
    if (member.key != "pools") continue;
    for (const JsonNode& pool : member.children()) figures.pools.push_back(figures_of(pool, pool.key));
  }
  return figures;
}

SaleFigures fetch_sale(HttpClient& client, const std::string& sale) {
  const HttpAnswer answer = client.request("GET", "/v1/sales/" + url_encoded(sale));
  if (answer.status != 200) throw std::runtime_error("the sale cannot be read: " + answer.body);
  return parse_sale_figures(answer.body);
}

}  // namespace allot
