#include "wire/resp/resp_table.h"

#include <algorithm>
#include <array>

#include "core/limits.h"

namespace allot {
namespace {

constexpr std::size_t kAny = limits::kRespWordsMax;

constexpr std::array kEntries = {
    RespEntry{"audit", RespWord::kAudit, 1, 2},
    RespEntry{"auth", RespWord::kAuth, 2, 3},
    RespEntry{"claim", RespWord::kClaim, 6, kAny, true, true},
    RespEntry{"claim.get", RespWord::kClaimGet, 3, 3, false, true},
    RespEntry{"client", RespWord::kClient, 2, kAny},
    RespEntry{"cluster", RespWord::kCluster, 2, kAny},
    RespEntry{"command", RespWord::kCommand, 1, kAny},
    RespEntry{"config", RespWord::kConfig, 2, kAny},
    RespEntry{"confirm", RespWord::kConfirm, 3, 3, true, true},
    RespEntry{"do", RespWord::kDo, 3, 4, true},
    RespEntry{"echo", RespWord::kEcho, 2, 2},
    RespEntry{"eval", RespWord::kLater, 1, kAny},
    RespEntry{"evalsha", RespWord::kLater, 1, kAny},
    RespEntry{"extend", RespWord::kExtend, 4, 4, true, true},
    RespEntry{"fcall", RespWord::kLater, 1, kAny},
    RespEntry{"grab", RespWord::kLater, 1, kAny},
    RespEntry{"hello", RespWord::kHello, 1, kAny},
    RespEntry{"info", RespWord::kInfo, 1, kAny},
    RespEntry{"join", RespWord::kLater, 1, kAny},
    RespEntry{"packet.create", RespWord::kLater, 1, kAny},
    RespEntry{"packet.get", RespWord::kLater, 1, kAny},
    RespEntry{"ping", RespWord::kPing, 1, 2},
    RespEntry{"quit", RespWord::kQuit, 1, kAny},
    RespEntry{"release", RespWord::kRelease, 3, 6, true, true},
    RespEntry{"reset", RespWord::kReset, 1, 1},
    RespEntry{"restock", RespWord::kRestock, 5, 7, true, true},
    RespEntry{"sale.close", RespWord::kSaleClose, 2, 2, true, true},
    RespEntry{"sale.create", RespWord::kSaleCreate, 3, 3, true, true},
    RespEntry{"sale.get", RespWord::kSaleGet, 2, 2, false, true},
    RespEntry{"sale.pause", RespWord::kSalePause, 2, 2, true, true},
    RespEntry{"sale.resume", RespWord::kSaleResume, 2, 2, true, true},
    RespEntry{"script", RespWord::kLater, 1, kAny},
    RespEntry{"select", RespWord::kSelect, 2, 2},
    RespEntry{"stock", RespWord::kStock, 2, kAny, false, true},
    RespEntry{"team.get", RespWord::kLater, 1, kAny},
    RespEntry{"team.open", RespWord::kLater, 1, kAny},
};

constexpr bool by_name(const RespEntry& a, const RespEntry& b) { return a.name < b.name; }
static_assert(std::is_sorted(kEntries.begin(), kEntries.end(), by_name));

constexpr std::string_view kPrefix = "allot.";
constexpr std::size_t kNameBytesMax = 16;

char lower(char c) noexcept { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; }

}  // namespace

std::span<const RespEntry> resp_entries() noexcept { return kEntries; }

bool equals_lower(std::string_view text, std::string_view lower_text) noexcept {
  return text.size() == lower_text.size() &&
         std::equal(text.begin(), text.end(), lower_text.begin(), [](char a, char b) { return lower(a) == b; });
}

const RespEntry* find_resp_entry(std::string_view word) noexcept {
  if (word.size() > kPrefix.size() && equals_lower(word.substr(0, kPrefix.size()), kPrefix)) {
    word.remove_prefix(kPrefix.size());
  }
  std::array<char, kNameBytesMax> text{};
  if (word.size() > text.size()) return nullptr;
  std::transform(word.begin(), word.end(), text.begin(), lower);
  const std::string_view name(text.data(), word.size());
  const auto* found =
      std::lower_bound(kEntries.begin(), kEntries.end(), name,
                       [](const RespEntry& entry, std::string_view text_) { return entry.name < text_; });
  return found != kEntries.end() && found->name == name ? found : nullptr;
}

}  // namespace allot
