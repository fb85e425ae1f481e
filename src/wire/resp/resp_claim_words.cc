#include "wire/resp/resp_claim_words.h"

#include <optional>

#include "core/limits.h"
#include "core/values.h"

namespace allot {
namespace {

constexpr std::size_t kFirstPair = 4;
constexpr std::string_view kUnitsWanted = "must be an integer from 1 to 1000000000, in plain digits";
constexpr std::string_view kSumWanted = "lines of one pool may add up to 1000000000 at most";

bool ends_pools(std::string_view word) noexcept { return is_keyword(word, "IFVERSION") || is_keyword(word, "REF"); }

/// Where the words behind the last pool's units begin.
std::size_t pools_end(std::span<const std::string_view> words) noexcept {
  std::size_t at = kFirstPair + 2;
  while (at < words.size() && !ends_pools(words[at])) at += 2;
  return at;
}

bool refuse_line(std::size_t line, std::string_view member, std::string_view why, WordsError& error) {
  return error.value("items[" + std::to_string(line) + "]." + std::string(member), why);
}

/// The lines so far, added up; there is room for every line in `sums`.
struct Items {
  std::span<ItemView> sums;
  std::size_t used = 0;

  ItemView& of(std::string_view pool) noexcept {
    for (ItemView& item : sums.first(used)) {
      if (item.pool == pool) return item;
    }
    sums[used] = {.pool = pool, .units = 0};
    return sums[used++];
  }
};

bool add_line(Items& items, std::size_t line, std::string_view pool, std::string_view units_text, WordsError& error) {
  if (const std::string_view fault = check_name(pool); !fault.empty()) return refuse_line(line, "pool", fault, error);
  const std::optional<std::int64_t> units = parse_integer(units_text);
  if (!units || *units < 1 || *units > limits::kUnitsMax) return refuse_line(line, "units", kUnitsWanted, error);
  ItemView& sum = items.of(pool);
  if (items.used > limits::kItemsPerClaimMax) return error.value("items", "may name at most 100 pools");
  if (sum.units > limits::kUnitsMax - *units) return refuse_line(line, "units", kSumWanted, error);
  sum.units += *units;
  return true;
}

bool parse_pools(std::span<const std::string_view> pairs, Arena& arena, ClaimRequest& claim, WordsError& error) {
  Items items{.sums = arena.array<ItemView>(pairs.size() / 2)};
  for (std::size_t i = 0; i < pairs.size(); i += 2) {
    if (!add_line(items, i / 2, pairs[i], pairs[i + 1], error)) return false;
  }
  claim.items = items.sums.first(items.used);
  return true;
}

bool parse_options(std::span<const std::string_view> options, ClaimRequest& claim, WordsError& error) {
  bool has_ref = false;
  for (std::size_t i = 0; i < options.size(); i += 2) {
    const std::string_view value = options[i + 1];
    if (is_keyword(options[i], "IFVERSION") && !claim.if_version) {
      claim.if_version = parse_integer(value);
      if (!claim.if_version || *claim.if_version < 1) {
        return error.value("if_version", "must be an integer from 1, in plain digits");
      }
    } else if (is_keyword(options[i], "REF") && !has_ref) {
      has_ref = true;
      claim.ref = value;
      if (!passes(check_ref(value), "ref", error)) return false;
    } else {
      return error.syntax();
    }
  }
  return true;
}

}  // namespace

bool is_keyword(std::string_view word, std::string_view upper) noexcept {
  if (word.size() != upper.size()) return false;
  if (word == upper) return true;
  for (std::size_t i = 0; i < word.size(); ++i) {
    if (word[i] != static_cast<char>(upper[i] | 0x20)) return false;
  }
  return true;
}

bool parse_claim_words(std::span<const std::string_view> words, Arena& arena, std::string_view& sale,
                       ClaimRequest& claim, WordsError& error) {
  if (words.size() < kFirstPair + 2 || words.size() % 2 != 0) return error.count();
  sale = words[1];
  claim = ClaimRequest{};
  claim.user = words[2];
  if (words[3] != "-") claim.id = words[3];
  if (!passes(check_name(sale), "sale", error) || !passes(check_user(claim.user), "user", error)) return false;
  if (words[3] != "-" && !passes(check_claim_id(claim.id), "id", error)) return false;
  const std::size_t end = pools_end(words);
  return parse_pools(words.subspan(kFirstPair, end - kFirstPair), arena, claim, error) &&
         parse_options(words.subspan(end), claim, error);
}

}  // namespace allot
