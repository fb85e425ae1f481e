// The numbers of GET /v1/sales/{sale}.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/http_client.h"
#include "core/sale.h"

namespace allot {

struct SaleFigures {
  std::vector<PoolFigures> pools;
  std::optional<PoolFigures> total;
  /// Units that may be claimed from `pool` now, the total considered.
  std::int64_t available(const PoolFigures& pool) const;
  /// Units that are held or confirmed in all pools.
  std::int64_t taken() const;
};

/// Throws Unreachable, and std::runtime_error when the answer is not 200.
SaleFigures fetch_sale(HttpClient& client, const std::string& sale);
/// Of an answer's body. Throws std::runtime_error.
SaleFigures parse_sale_figures(std::string_view body);

}  // namespace allot
