#include "ledger/sqlite/sale_states.h"

#include <map>

#include "ledger/ledger.h"
#include "ledger/sqlite/status_text.h"
#include "wire/json/definition_json.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kLive = "SELECT uid FROM allot_sale WHERE status <> 'deleted' ORDER BY uid";
constexpr std::string_view kSale =
    "SELECT sale, epoch, seq, credit_no, version, status, definition, first_definition, claims "
    "FROM allot_sale WHERE uid = ? AND status <> 'deleted'";
constexpr std::string_view kPools = "SELECT pool, stocked, taken, confirmed FROM allot_pool WHERE uid = ?";
constexpr std::string_view kRestocks =
    "SELECT id, pool, units, moves_total, if_version, left FROM allot_restock WHERE uid = ? ORDER BY id";
constexpr std::string_view kRestock =
    "SELECT id, pool, units, moves_total, if_version, left FROM allot_restock WHERE uid = ? AND id = ?";
constexpr std::string_view kFind = "SELECT uid FROM allot_sale WHERE sale = ? AND status <> 'deleted'";

SaleDefinition definition_of(std::string_view sale, std::string_view json) {
  Result<SaleDefinition> parsed = parse_stored_definition(json);
  if (!parsed) {
    throw LedgerError("the ledger's definition of the sale '" + std::string(sale) +
                      "' cannot be read: " + parsed.error().field + " " + parsed.error().detail);
  }
  return std::move(*parsed);
}

}  // namespace

SaleStates::SaleStates(Connection& connection)
    : live_(connection, kLive),
      sale_(connection, kSale),
      pools_(connection, kPools),
      restocks_(connection, kRestocks),
      restock_(connection, kRestock),
      find_(connection, kFind) {}

std::optional<SaleState> SaleStates::read(SaleUid uid) {
  std::optional<SaleState> state = read_row(uid);
  if (state) add_restocks(*state, restocks_.query(uid));
  return state;
}

std::optional<SaleState> SaleStates::read_part(SaleUid uid, const std::string& restock) {
  std::optional<SaleState> state = read_row(uid);
  if (!state) return state;
  state->partial = true;
  if (!restock.empty()) add_restocks(*state, restock_.query(uid, std::string_view(restock)));
  return state;
}

std::optional<SaleUid> SaleStates::uid_of(std::string_view name) {
  Rows row = find_.query(name);
  return row.next() ? std::optional(static_cast<SaleUid>(row.integer(0))) : std::nullopt;
}

std::optional<SaleState> SaleStates::read_row(SaleUid uid) {
  Rows row = sale_.query(uid);
  if (!row.next()) return std::nullopt;
  SaleState state;
  state.uid = uid;
  state.sale = row.text(0);
  state.epoch = static_cast<std::uint32_t>(row.integer(1));
  state.seq = static_cast<std::uint64_t>(row.integer(2));
  state.credit_no = static_cast<std::uint64_t>(row.integer(3));
  state.version = row.integer(4);
  state.switched = switch_from_text(row.text(5));
  state.definition = definition_of(state.sale, row.text(6));
  state.first_definition = definition_of(state.sale, row.text(7));
  state.claims = static_cast<ClaimNo>(row.integer(8));
  read_pools(state);
  return state;
}

std::vector<SaleState> SaleStates::live() {
  std::vector<SaleState> states;
  Rows rows = live_.query();
  while (rows.next()) {
    if (auto state = read(static_cast<SaleUid>(rows.integer(0)))) states.push_back(std::move(*state));
  }
  return states;
}

void SaleStates::read_pools(SaleState& state) {
  std::map<std::string, PoolState, std::less<>> found;
  Rows rows = pools_.query(state.uid);
  while (rows.next()) {
    PoolState pool{std::string(rows.text(0)), rows.integer(1), rows.integer(2), rows.integer(3)};
    if (pool.pool == kTotalPool) {
      state.total = std::move(pool);
    } else {
      std::string name = pool.pool;
      found.emplace(std::move(name), std::move(pool));
    }
  }
  state.pools.reserve(found.size());
  for (const auto& [name, stock] : state.definition.pools) {
    const auto pool = found.find(name);
    if (pool == found.end()) {
      throw LedgerError("the ledger has no pool '" + name + "' of the sale '" + state.sale + "': restore a backup");
    }
    state.pools.push_back(std::move(pool->second));
  }
}

void SaleStates::add_restocks(SaleState& state, Rows rows) {
  while (rows.next()) {
    state.restocks.push_back({std::string(rows.text(0)), std::string(rows.text(1)), rows.integer(2),
                              rows.integer(3) != 0, rows.maybe_integer(4), rows.integer(5)});
  }
}

}  // namespace allot::sqlite
