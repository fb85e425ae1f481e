#include "ledger/database/audit_stock.h"

#include <optional>

#include "core/sale.h"
#include "wire/json/definition_json.h"

namespace allot::database {
namespace {

constexpr std::string_view kPools =
    "SELECT pool, stocked, taken, confirmed FROM allot_pool WHERE uid = ? ORDER BY pool";
constexpr std::string_view kRestocks = "SELECT pool, units, moves_total FROM allot_restock WHERE uid = ?";

using Stocks = std::map<std::string, std::int64_t, std::less<>>;

std::string of_pool(std::string_view pool) { return "pool '" + std::string(pool) + "': "; }

// What each pool must have had put in: its opening stock and every restock since.
std::optional<Stocks> expected_stocks(Connection& connection, SaleUid uid, std::string_view json, Findings& findings) {
  const Result<SaleDefinition> definition = parse_stored_definition(json);
  if (!definition) {
    findings.add("its definition cannot be read: " + definition.error().field + " " + definition.error().detail);
    return std::nullopt;
  }
  Stocks stocks(definition->pools.begin(), definition->pools.end());
  if (definition->total) stocks.emplace(kTotalPool, *definition->total);
  for (const auto row = connection.query(kRestocks, uid); row->next();) {
    const auto add = [&](std::string_view name) {
      if (const auto found = stocks.find(name); found != stocks.end()) found->second += row->integer(1);
    };
    add(row->text(0));
    if (row->text(0) != kTotalPool && row->integer(2) != 0) add(kTotalPool);
  }
  return stocks;
}

struct PoolRow {
  std::int64_t stocked = 0;
  std::int64_t taken = 0;
  std::int64_t confirmed = 0;
};

void check_bounds(std::string_view name, const PoolRow& pool, Findings& findings) {
  if (pool.confirmed >= 0 && pool.confirmed <= pool.taken && pool.taken <= pool.stocked) return;
  findings.add(of_pool(name) + "stocked " + std::to_string(pool.stocked) + ", taken " + std::to_string(pool.taken) +
               ", confirmed " + std::to_string(pool.confirmed) + " do not fit into each other (left " +
               std::to_string(pool.stocked - pool.taken) + ")");
}

void check_sums(std::string_view name, const PoolRow& pool, const LiveUnits& claims, Findings& findings) {
  const std::int64_t held = pool.taken - pool.confirmed;
  if (held == claims.held && pool.confirmed == claims.confirmed) return;
  findings.add(of_pool(name) + "counts " + std::to_string(held) + " held and " + std::to_string(pool.confirmed) +
               " confirmed, its claims add up to " + std::to_string(claims.held) + " and " +
               std::to_string(claims.confirmed));
}

void check_stocked(std::string_view name, const PoolRow& pool, const Stocks& expected, Findings& findings) {
  const auto found = expected.find(name);
  if (found == expected.end()) {
    findings.add(of_pool(name) + "is not in the definition");
  } else if (found->second != pool.stocked) {
    findings.add(of_pool(name) + "stocked " + std::to_string(pool.stocked) + ", opening stock and restocks add up to " +
                 std::to_string(found->second));
  }
}

// What claims have of the pool; of the total, of all pools.
LiveUnits claimed(std::string_view name, const ClaimSums& sums) {
  if (name != kTotalPool) {
    const auto found = sums.pools.find(name);
    return found == sums.pools.end() ? LiveUnits{} : found->second;
  }
  LiveUnits total;
  for (const auto& [pool, units] : sums.pools) {
    total.held += units.held;
    total.confirmed += units.confirmed;
  }
  return total;
}

}  // namespace

std::int64_t audit_stock(Connection& connection, SaleUid uid, std::string_view definition, const ClaimSums& sums,
                         Findings& findings) {
  const std::optional<Stocks> expected = expected_stocks(connection, uid, definition, findings);
  auto unseen = sums.pools;
  Stocks missing = expected.value_or(Stocks{});
  std::int64_t pools = 0;
  for (const auto row = connection.query(kPools, uid); row->next();) {
    const std::string name(row->text(0));
    const PoolRow pool{row->integer(1), row->integer(2), row->integer(3)};
    check_bounds(name, pool, findings);
    check_sums(name, pool, claimed(name, sums), findings);
    if (expected) check_stocked(name, pool, *expected, findings);
    if (name != kTotalPool) ++pools;
    unseen.erase(name);
    missing.erase(name);
  }
  for (const auto& [name, units] : unseen) findings.add(of_pool(name) + "does not exist, but claims have units of it");
  for (const auto& [name, stock] : missing) findings.add(of_pool(name) + "is defined, but has no figures");
  return pools;
}

}  // namespace allot::database
