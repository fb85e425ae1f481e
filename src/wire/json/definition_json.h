// SaleDefinition <-> JSON, for the doors and for the ledger's `definition` column.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "core/sale.h"

namespace allot {

/// As GET shows it: defaults filled in, null for absent times and total.
std::string definition_json(const SaleDefinition& definition);
/// Body of PUT /v1/sales/{sale}. Strict: see INTERFACE "Values"; an explicit null is refused.
Result<SaleDefinition> parse_definition(std::string_view json);
/// What definition_json() wrote: as parse_definition, with null for an absent total, start and end.
Result<SaleDefinition> parse_stored_definition(std::string_view json);
/// Body of PATCH; null clears starts_at and ends_at. A body that changes nothing is refused.
Result<SalePatch> parse_patch(std::string_view json);

}  // namespace allot
