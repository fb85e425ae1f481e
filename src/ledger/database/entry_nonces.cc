#include "ledger/database/entry_nonces.h"

#include "ledger/entry_place.h"

namespace allot::database {
namespace {

constexpr std::string_view kFind = "SELECT nonce FROM allot_entry WHERE uid = ? AND epoch = ? AND seq = ?";
constexpr Column kRow[] = {{"uid"}, {"epoch"}, {"seq"}, {"nonce"}};
constexpr BulkSql kKeep{BulkSql::Form::kInsert, "allot_entry", kRow};
constexpr std::string_view kForgetEpochs = "DELETE FROM allot_entry WHERE uid = ? AND epoch < ?";
constexpr std::string_view kForgetOld = "DELETE FROM allot_entry WHERE uid = ? AND epoch = ? AND seq <= ?";
constexpr std::uint64_t kKeptBetweenForgetting = 512;

}  // namespace

void EntryNonces::clear() noexcept {
  rows_.clear();
  forgetful_.clear();
}

std::optional<std::uint64_t> EntryNonces::find(const Entry& entry) {
  flush();
  const auto row = connection_.query(kFind, entry.uid, entry.epoch, entry.seq);
  return row->next() ? std::optional(static_cast<std::uint64_t>(row->integer(0))) : std::nullopt;
}

void EntryNonces::keep(const Entry& entry) {
  rows_.add({entry.uid, entry.epoch, entry.seq, entry.nonce});
  if (entry.seq % kKeptBetweenForgetting == 0) forgetful_[entry.uid] = {entry.epoch, entry.seq};
}

void EntryNonces::flush() {
  if (rows_.empty()) return;
  connection_.write(kKeep, rows_);
  for (const auto& [uid, newest] : forgetful_) {
    connection_.run(kForgetEpochs, uid, newest.epoch);
    if (newest.seq > kEntryNoncesKept) {
      connection_.run(kForgetOld, uid, newest.epoch, newest.seq - kEntryNoncesKept);
    }
  }
  clear();
}

}  // namespace allot::database
