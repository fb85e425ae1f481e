#include "ledger/sqlite/entry_nonces.h"

#include "ledger/entry_place.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kFind = "SELECT nonce FROM allot_entry WHERE uid = ? AND epoch = ? AND seq = ?";
constexpr std::string_view kKeep = "INSERT INTO allot_entry(uid, epoch, seq, nonce) VALUES(?, ?, ?, ?)";
constexpr std::string_view kForget =
    "DELETE FROM allot_entry WHERE uid = ?1 AND (epoch < ?2 OR epoch = ?2 AND seq <= ?3)";
constexpr std::uint64_t kKeptBetweenForgetting = 512;

}  // namespace

EntryNonces::EntryNonces(Connection& writer) : find_(writer, kFind), keep_(writer, kKeep), forget_(writer, kForget) {}

std::optional<std::uint64_t> EntryNonces::find(const Entry& entry) {
  Rows row = find_.query(entry.uid, entry.epoch, entry.seq);
  return row.next() ? std::optional(static_cast<std::uint64_t>(row.integer(0))) : std::nullopt;
}

void EntryNonces::keep(const Entry& entry) {
  keep_.run(entry.uid, entry.epoch, entry.seq, entry.nonce);
  if (entry.seq % kKeptBetweenForgetting != 0) return;
  forget_.run(entry.uid, entry.epoch, entry.seq > kEntryNoncesKept ? entry.seq - kEntryNoncesKept : 0);
}

}  // namespace allot::sqlite
