// SaleDefinition <-> JSON, for the doors and for the ledger's `definition` column.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/sale.h"

namespace allot {

/// As GET shows it: defaults filled in, null for absent times and total.
std::string definition_json(const SaleDefinition& definition);
/// Body of PUT /v1/sales/{sale}, and what definition_json() wrote. Strict: see INTERFACE "Values".
Result<SaleDefinition> parse_definition(std::string_view json);
/// Body of PATCH.
Result<SalePatch> parse_patch(std::string_view json);

}  // namespace allot
