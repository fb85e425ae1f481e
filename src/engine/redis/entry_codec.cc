#include "engine/redis/entry_codec.h"

#include "engine/redis/item_text.h"
#include "engine/redis/order_codec.h"
#include "engine/redis/packed.h"
#include "engine/redis/words.h"

namespace allot {
namespace {

[[noreturn]] void refuse(std::string_view what) {
  throw RedisError("an entry in the outbox cannot be read: " + std::string(what));
}

std::vector<std::string_view> list(std::string_view text, std::size_t at_least) {
  auto items = unpacked(text);
  if (!items || items->size() < at_least) refuse(text.substr(0, 40));
  return std::move(*items);
}

std::optional<std::int64_t> version(std::string_view text) {
  if (text == "-") return std::nullopt;
  return Words::number_of<std::int64_t>(text);
}

void read_claim(std::string_view row, Entry& entry) {
  const auto f = list(row, 10);  // number, id, user, if_version, version, state, created, expires, extras, items
  AcceptedClaim claim;
  claim.no = Words::number_of<ClaimNo>(f[0]);
  claim.id = entry.arena.copy(f[1]);
  claim.user = entry.arena.copy(f[2]);
  claim.if_version = version(f[3]);
  claim.version = Words::number_of<std::int64_t>(f[4]);
  claim.state = f[5] == "h" ? ClaimState::kHeld : ClaimState::kConfirmed;
  claim.created_at = Words::number_of<Millis>(f[6]);
  claim.expires_at = Words::number_of<Millis>(f[7]);
  if (!f[8].empty()) {
    const auto extras = list(f[8], 2);
    claim.ref = entry.arena.copy(extras[0]);
    claim.meta = entry.arena.copy(extras[1]);
  }
  claim.items = read_items(f[9], entry.arena);
  entry.claims.push_back(claim);
}

EntryChange read_restock(std::string_view body) {
  const auto f = list(body, 6);  // id, pool, units, moves the total, if_version, left
  return RestockChange{std::string(f[0]), std::string(f[1]), Words::number_of<std::int64_t>(f[2]),
                       f[3] == "1",       version(f[4]),     Words::number_of<std::int64_t>(f[5])};
}

EntryChange read_bar(std::string_view body) {
  const auto f = list(body, 4);  // number, id, reason, time
  return BarChange{Words::number_of<ClaimNo>(f[0]), std::string(f[1]), std::string(f[2]),
                   Words::number_of<Millis>(f[3])};
}

void read_body(std::string_view body, Entry& entry) {
  if (body.empty()) refuse("it is empty");
  const std::string_view rest = body.substr(1);
  switch (body.front()) {
    case 'c':
      for (const std::string_view row : list(rest, 1)) read_claim(row, entry);
      return;
    case 's':
      entry.changes.emplace_back(SwitchChange{rest == "closed" ? SaleSwitch::kClosed : SaleSwitch::kPaused});
      return;
    case 'r': entry.changes.push_back(read_restock(rest)); return;
    case 'p': entry.changes.emplace_back(PatchChange{read_patch(rest)}); return;
    case 'b': entry.changes.push_back(read_bar(rest)); return;
    default: refuse(body.substr(0, 40));
  }
}

}  // namespace

std::shared_ptr<const Entry> read_entry(const RedisReply& item, SaleUid uid) {
  if (item.items.size() != 2 || item.items[1].items.size() != 8) refuse("its form");
  const std::string_view id = item.items[0].text;
  const auto dash = id.find('-');
  if (dash == std::string_view::npos) refuse(id);
  const auto& fields = item.items[1].items;  // nonce, prev, version, body, each behind its name
  auto entry = std::make_shared<Entry>();
  entry->uid = uid;
  entry->epoch = Words::number_of<std::uint32_t>(id.substr(0, dash));
  entry->seq = Words::number_of<std::uint64_t>(id.substr(dash + 1));
  entry->nonce = Words::number_of<std::uint64_t>(fields[1].text);
  entry->prev = Words::number_of<std::uint64_t>(fields[3].text);
  entry->version = Words::number_of<std::int64_t>(fields[5].text);
  read_body(fields[7].text, *entry);
  return entry;
}

}  // namespace allot
