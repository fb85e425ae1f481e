#include "wire/resp/resp_operation_words.h"

#include <optional>
#include <string>
#include <utility>

#include "core/limits.h"
#include "core/values.h"
#include "wire/json/definition_json.h"

namespace allot {
namespace {

using Words = std::span<const std::string_view>;

std::string_view check_pool_or_total(std::string_view text) noexcept {
  return text == kTotalPool ? std::string_view{} : check_name(text);
}

bool is_sale(Words words, WordsError& error) { return passes(check_name(words[1]), "sale", error); }

/// `sale claim` behind the command.
bool is_claim(Words words, WordsError& error) {
  return is_sale(words, error) && passes(check_claim_id(words[2]), "claim", error);
}

template <class Op>
bool parse_sale(Words words, Operation& operation, WordsError& error) {
  if (!is_sale(words, error)) return false;
  operation = Op{std::string(words[1])};
  return true;
}

template <class Op>
bool parse_sale_claim(Words words, Operation& operation, WordsError& error) {
  if (!is_claim(words, error)) return false;
  operation = Op{std::string(words[1]), std::string(words[2])};
  return true;
}

/// RELEASE sale claim [CONFIRMED] [REASON r]
bool parse_release(Words words, Operation& operation, WordsError& error) {
  if (!is_claim(words, error)) return false;
  ReleaseClaim release;
  release.sale = words[1];
  release.claim = words[2];
  bool has_reason = false;
  for (std::size_t i = 3; i < words.size(); ++i) {
    if (is_keyword(words[i], "CONFIRMED") && !release.confirmed) {
      release.confirmed = true;
    } else if (is_keyword(words[i], "REASON") && !has_reason && i + 1 < words.size()) {
      has_reason = true;
      release.reason = words[++i];
      if (!passes(check_reason(release.reason), "reason", error)) return false;
    } else {
      return error.syntax();
    }
  }
  operation = std::move(release);
  return true;
}

/// EXTEND sale claim seconds
bool parse_extend(Words words, Operation& operation, WordsError& error) {
  if (!is_claim(words, error)) return false;
  const std::optional<std::int64_t> seconds = parse_integer(words[3]);
  if (!seconds || *seconds < 1 || *seconds > limits::kSecondsMax) {
    return error.value("seconds", "must be an integer from 1 to 31536000, in plain digits");
  }
  operation = ExtendClaim{.sale = std::string(words[1]), .claim = std::string(words[2]), .seconds = *seconds};
  return true;
}

bool parse_restock_version(Words words, Restock& restock, WordsError& error) {
  if (words.size() == 5) return true;
  if (words.size() == 6) return error.count();
  if (!is_keyword(words[5], "IFVERSION")) return error.syntax();
  restock.if_version = parse_integer(words[6]);
  if (restock.if_version && *restock.if_version >= 1) return true;
  return error.value("if_version", "must be an integer from 1, in plain digits");
}

/// RESTOCK sale id pool units [IFVERSION n]
bool parse_restock(Words words, Operation& operation, WordsError& error) {
  if (!is_sale(words, error) || !passes(check_claim_id(words[2]), "id", error) ||
      !passes(check_pool_or_total(words[3]), "pool", error)) {
    return false;
  }
  const std::optional<std::int64_t> units = parse_integer(words[4]);
  if (!units || *units == 0 || *units < -limits::kStockMax || *units > limits::kStockMax) {
    return error.value("units", "must be an integer other than 0, of at most 10^15, in plain digits");
  }
  Restock restock;
  restock.sale = words[1];
  restock.id = words[2];
  restock.pool = words[3];
  restock.units = *units;
  if (!parse_restock_version(words, restock, error)) return false;
  operation = std::move(restock);
  return true;
}

/// STOCK sale [pool …]
bool parse_stock(Words words, Operation& operation, WordsError& error) {
  if (!is_sale(words, error)) return false;
  GetStock stock;
  stock.sale = words[1];
  for (const std::string_view pool : words.subspan(2)) {
    if (!passes(check_pool_or_total(pool), "pool", error)) return false;
    stock.pools.emplace_back(pool);
  }
  operation = std::move(stock);
  return true;
}

/// SALE.CREATE sale json
bool parse_create(Words words, Operation& operation, WordsError& error) {
  if (!is_sale(words, error)) return false;
  Result<SaleDefinition> definition = parse_definition(words[2]);
  if (!definition) return error.value(definition.error().field, definition.error().detail);
  operation = CreateSale{.sale = std::string(words[1]), .definition = std::move(*definition)};
  return true;
}

/// AUDIT [sale]
bool parse_audit(Words words, Operation& operation, WordsError& error) {
  if (words.size() > 1) return parse_sale<Audit>(words, operation, error);
  operation = Audit{};
  return true;
}

RespShape shape_of(RespWord word) noexcept {
  if (word == RespWord::kConfirm || word == RespWord::kRelease || word == RespWord::kExtend) {
    return RespShape::kClaimRow;
  }
  if (word == RespWord::kRestock) return RespShape::kRestock;
  return word == RespWord::kStock ? RespShape::kStock : RespShape::kJson;
}

}  // namespace

bool parse_operation_words(RespWord word, Words words, Operation& operation, RespShape& shape, WordsError& error) {
  shape = shape_of(word);
  switch (word) {
    case RespWord::kConfirm: return parse_sale_claim<ConfirmClaim>(words, operation, error);
    case RespWord::kRelease: return parse_release(words, operation, error);
    case RespWord::kExtend: return parse_extend(words, operation, error);
    case RespWord::kRestock: return parse_restock(words, operation, error);
    case RespWord::kStock: return parse_stock(words, operation, error);
    case RespWord::kSaleCreate: return parse_create(words, operation, error);
    case RespWord::kSaleGet: return parse_sale<GetSale>(words, operation, error);
    case RespWord::kSalePause: return parse_sale<PauseSale>(words, operation, error);
    case RespWord::kSaleResume: return parse_sale<ResumeSale>(words, operation, error);
    case RespWord::kSaleClose: return parse_sale<CloseSale>(words, operation, error);
    case RespWord::kClaimGet: return parse_sale_claim<GetClaim>(words, operation, error);
    case RespWord::kAudit: return parse_audit(words, operation, error);
    case RespWord::kClaim:
    case RespWord::kDo:
    case RespWord::kPing:
    case RespWord::kEcho:
    case RespWord::kHello:
    case RespWord::kAuth:
    case RespWord::kClient:
    case RespWord::kCommand:
    case RespWord::kSelect:
    case RespWord::kInfo:
    case RespWord::kQuit:
    case RespWord::kReset:
    case RespWord::kCluster:
    case RespWord::kConfig:
    case RespWord::kLater: break;
  }
  return error.syntax();
}

}  // namespace allot
