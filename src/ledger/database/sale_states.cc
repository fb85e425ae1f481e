#include "ledger/database/sale_states.h"

#include <map>

#include "ledger/database/column_words.h"
#include "ledger/database/join_text.h"
#include "ledger/ledger.h"
#include "wire/json/definition_json.h"

namespace allot::database {
namespace {

constexpr std::string_view kSale =
    "SELECT s.uid, s.sale, s.epoch, s.seq, s.credit_no, s.version, s.status, s.definition, s.first_definition, "
    "s.claims, s.mode, s.nonce, s.token, s.shards FROM allot_sale AS s ";
constexpr std::string_view kPool = "SELECT p.uid, p.pool, p.stocked, p.taken, p.confirmed FROM allot_pool AS p ";
constexpr std::string_view kRestock =
    "SELECT r.uid, r.id, r.pool, r.units, r.moves_total, r.if_version, r.left_after FROM allot_restock AS r ";
constexpr std::string_view kOne = "WHERE uid = ? ";
constexpr std::string_view kLive = "WHERE s.live IS NOT NULL ";
constexpr std::string_view kOneLive = "WHERE s.live IS NOT NULL AND s.uid = ? ";
constexpr std::string_view kNamed = "WHERE s.live = ? ";
constexpr std::string_view kOfLivePool = "JOIN allot_sale AS s ON s.uid = p.uid ";
constexpr std::string_view kOfLiveRestock = "JOIN allot_sale AS s ON s.uid = r.uid ";
constexpr std::string_view kByUid = "ORDER BY s.uid";
constexpr std::string_view kById = "ORDER BY id";
constexpr std::string_view kByUidAndId = "ORDER BY s.uid, r.id";
constexpr std::string_view kOneRestock = "WHERE uid = ? AND id = ?";

SaleDefinition definition_of(std::string_view sale, std::string_view json) {
  Result<SaleDefinition> parsed = parse_stored_definition(json);
  if (!parsed) {
    throw LedgerError("the ledger's definition of the sale '" + std::string(sale) +
                      "' cannot be read: " + parsed.error().field + " " + parsed.error().detail);
  }
  return std::move(*parsed);
}

SaleState read_row(const Rows& row) {
  SaleState state;
  state.uid = static_cast<SaleUid>(row.integer(0));
  state.sale = row.text(1);
  state.epoch = static_cast<std::uint32_t>(row.integer(2));
  state.seq = static_cast<std::uint64_t>(row.integer(3));
  state.credit_no = static_cast<std::uint64_t>(row.integer(4));
  state.version = row.integer(5);
  state.switched = switch_of_word(row.text(6));
  state.definition = definition_of(state.sale, row.text(7));
  state.first_definition = definition_of(state.sale, row.text(8));
  state.claims = static_cast<ClaimNo>(row.integer(9));
  state.mode = mode_of_column(row.text(10));
  state.mark = {state.seq, static_cast<std::uint64_t>(row.integer(11))};
  state.token = static_cast<std::uint64_t>(row.integer(12));
  state.shards = static_cast<std::uint32_t>(row.integer(13));
  return state;
}

using Pools = std::map<std::string, PoolState, std::less<>>;

void place_pools(SaleState& state, Pools pools) {
  if (auto total = pools.extract(std::string(kTotalPool))) state.total = std::move(total.mapped());
  state.pools.reserve(pools.size());
  for (const auto& [name, stock] : state.definition.pools) {
    const auto pool = pools.find(name);
    if (pool == pools.end()) {
      throw LedgerError("the ledger has no pool '" + name + "' of the sale '" + state.sale + "': restore a backup");
    }
    state.pools.push_back(std::move(pool->second));
  }
}

// Pools and restocks of these sales, each from one result.
void fill(std::vector<SaleState>& states, Rows& pools, Rows* restocks) {
  std::map<SaleUid, Pools> by_sale;
  while (pools.next()) {
    PoolState pool{std::string(pools.text(1)), pools.integer(2), pools.integer(3), pools.integer(4)};
    std::string name = pool.pool;
    by_sale[static_cast<SaleUid>(pools.integer(0))].emplace(std::move(name), std::move(pool));
  }
  std::map<SaleUid, std::vector<RestockChange>> restocked;
  while (restocks != nullptr && restocks->next()) {
    restocked[static_cast<SaleUid>(restocks->integer(0))].push_back(
        {std::string(restocks->text(1)), std::string(restocks->text(2)), restocks->integer(3),
         restocks->integer(4) != 0, restocks->maybe_integer(5), restocks->integer(6)});
  }
  for (SaleState& state : states) {
    place_pools(state, std::move(by_sale[state.uid]));
    state.restocks = std::move(restocked[state.uid]);
  }
}

std::vector<SaleState> read_rows(Rows& rows) {
  std::vector<SaleState> states;
  while (rows.next()) states.push_back(read_row(rows));
  return states;
}

std::optional<SaleState> read_with_restocks(Connection& connection, Rows& rows) {
  std::vector<SaleState> states = read_rows(rows);
  if (states.empty()) return std::nullopt;
  const auto pools = connection.query(join_text<kPool, kOne>, states.front().uid);
  const auto restocks = connection.query(join_text<kRestock, kOne, kById>, states.front().uid);
  fill(states, *pools, restocks.get());
  return std::move(states.front());
}

}  // namespace

std::optional<SaleState> read_sale(Connection& connection, SaleUid uid) {
  return read_with_restocks(connection, *connection.query(join_text<kSale, kOneLive>, uid));
}

std::optional<SaleState> read_sale(Connection& connection, std::string_view name) {
  return read_with_restocks(connection, *connection.query(join_text<kSale, kNamed>, name));
}

std::vector<SaleState> read_live_sales(Connection& connection) {
  std::vector<SaleState> states = read_rows(*connection.query(join_text<kSale, kLive, kByUid>));
  const auto pools = connection.query(join_text<kPool, kOfLivePool, kLive, kByUid>);
  const auto restocks = connection.query(join_text<kRestock, kOfLiveRestock, kLive, kByUidAndId>);
  fill(states, *pools, restocks.get());
  return states;
}

std::optional<SaleState> read_sale_to_decide(Connection& connection, SaleUid uid, std::string_view restock) {
  std::vector<SaleState> states = read_rows(*connection.query(join_text<kSale, kOneLive>, uid));
  if (states.empty()) return std::nullopt;
  const auto pools = connection.query(join_text<kPool, kOne>, uid);
  const auto restocks = restock.empty() ? nullptr : connection.query(join_text<kRestock, kOneRestock>, uid, restock);
  fill(states, *pools, restocks.get());
  states.front().partial = true;
  return std::move(states.front());
}

}  // namespace allot::database
