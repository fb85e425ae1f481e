// Everything that can be asked besides claims; text is owned. Both doors and the CLI speak this.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/claim.h"
#include "core/sale.h"

namespace allot {

struct CreateSale {
  std::string sale;
  SaleDefinition definition;
};
struct GetSale {
  std::string sale;
};
struct ListSales {
  std::string after;
  std::size_t limit = 0;
};
struct PatchSale {
  std::string sale;
  SalePatch patch;
};
struct PauseSale {
  std::string sale;
};
struct ResumeSale {
  std::string sale;
};
struct CloseSale {
  std::string sale;
};
struct DeleteSale {
  std::string sale;
};
struct Restock {
  std::string sale;
  std::string id;
  std::string pool;
  std::int64_t units = 0;
  bool moves_total = true;
  std::optional<std::int64_t> if_version;
};
struct GetStock {
  std::string sale;
  std::vector<std::string> pools;
};  // no pools: all
struct GetClaim {
  std::string sale;
  std::string claim;
};
struct ListUserClaims {
  std::string sale;
  std::string user;
  std::string after;
  std::size_t limit = 0;
};
/// Exactly one of id and ref is set.
struct FindClaims {
  std::string id;
  std::string ref;
};
struct ConfirmClaim {
  std::string sale;
  std::string claim;
};
struct ReleaseClaim {
  std::string sale;
  std::string claim;
  std::string id;  // of this release; needed with items
  std::string reason;
  bool confirmed = false;
  bool bar = false;
  std::vector<Item> items;  // empty: all
};
struct ExtendClaim {
  std::string sale;
  std::string claim;
  std::int64_t seconds = 0;
};
struct Audit {
  std::string sale;
};  // empty: all

using Operation =
    std::variant<CreateSale, GetSale, ListSales, PatchSale, PauseSale, ResumeSale, CloseSale, DeleteSale, Restock,
                 GetStock, GetClaim, ListUserClaims, FindClaims, ConfirmClaim, ReleaseClaim, ExtendClaim, Audit>;

}  // namespace allot
