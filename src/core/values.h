// What a value may look like (INTERFACE: "Values"). Each check answers an empty string, or a sentence
// that says what would be right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/claim.h"
#include "core/result.h"

namespace allot {

/// sale, pool, team, packet: 1–64 of `A–Z a–z 0–9 . _ - :`, beginning with a letter or digit.
std::string_view check_name(std::string_view text) noexcept;
/// Claim and restock ids: as a name, and `@`.
std::string_view check_claim_id(std::string_view text) noexcept;
/// 1–128 bytes of UTF-8 without control characters.
std::string_view check_user(std::string_view text) noexcept;
/// Up to 64 bytes of UTF-8 without control characters; empty is allowed and means none.
std::string_view check_ref(std::string_view text) noexcept;
/// Up to 256 bytes of UTF-8 without control characters; empty is allowed and means none.
std::string_view check_reason(std::string_view text) noexcept;

/// Plain decimal digits, one optional leading minus, no sign else, no leading zeros ("-0" neither).
/// Nothing when it is not so or does not fit 64 bits.
std::optional<std::int64_t> parse_integer(std::string_view text) noexcept;

/// Adds up lines that name the same pool (the first appearance decides the order). `field` of an error
/// is `items[N].units`. Units of each line must be 1 … limits::kUnitsMax, and so must the sums.
Result<std::vector<Item>> sum_items(const std::vector<Item>& lines);

/// RFC 3339 with an offset ("2026-01-02T03:04:05Z", "…05.123+01:00"), years 1970 to 9999.
/// Fractions below a millisecond are cut off. Never 0, which means "no time" elsewhere: the epoch reads as 1.
/// Nothing when it is anything else (leap seconds too).
std::optional<Millis> parse_time(std::string_view text) noexcept;
/// UTC with milliseconds: "2026-01-02T03:04:05.678Z" into exactly 24 bytes.
void write_time(Millis at, char* to) noexcept;
std::string format_time(Millis at);

}  // namespace allot
