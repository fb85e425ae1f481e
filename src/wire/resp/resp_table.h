// Which commands there are: their words, and where in them a sale stands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace allot {

enum class RespWord : std::uint8_t {
  kClaim,
  kConfirm,
  kRelease,
  kExtend,
  kRestock,
  kStock,
  kSaleCreate,
  kSaleGet,
  kSalePause,
  kSaleResume,
  kSaleClose,
  kClaimGet,
  kAudit,
  kDo,
  kPing,
  kEcho,
  kHello,
  kAuth,
  kClient,
  kCommand,
  kSelect,
  kInfo,
  kQuit,
  kReset,
  kCluster,
  kConfig,
  kLater,  // offered by a later version
};

/// One command. `words_min` and `words_max` count the command itself.
struct RespEntry {
  std::string_view name;  // lower case, without `ALLOT.`
  RespWord word = RespWord::kLater;
  std::size_t words_min = 1;
  std::size_t words_max = 1;
  bool writes = false;
  bool names_sale = false;  // the second word is a sale: the key, for clients that route by keys
};

/// Sorted by name.
std::span<const RespEntry> resp_entries() noexcept;
/// Not case-sensitive, with or without `ALLOT.`; null when there is none.
const RespEntry* find_resp_entry(std::string_view word) noexcept;

/// True when `text` is `lower` (which is in lower case) without regard to ASCII case.
bool equals_lower(std::string_view text, std::string_view lower) noexcept;

}  // namespace allot
