#include "ledger/sqlite/sharer.h"

#include <unistd.h>

#include <random>

#include "core/clock.h"

namespace allot::sqlite {
namespace {

constexpr Millis kForgottenAfter = 30LL * 24 * 3'600'000;

std::string random_id() {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::random_device source;
  std::string id;
  while (id.size() < 32) {
    for (std::uint32_t part = source(), i = 0; i < 8; ++i, part >>= 4U) id += kDigits[part & 15U];
  }
  return id;
}

}  // namespace

Sharer::Sharer(Connection& writer, std::string_view engine)
    : engine_(engine),
      id_(random_id()),
      read_(writer,
            "SELECT (SELECT value FROM allot_meta WHERE key = 'engine'), "
            "(SELECT commits FROM allot_process WHERE id = ?)"),
      count_(writer,
             "INSERT INTO allot_process(id, commits, pid, host, seen) VALUES(?1, ?2, ?3, ?4, ?5) "
             "ON CONFLICT(id) DO UPDATE SET commits = ?2, seen = ?5"),
      forget_(writer, "DELETE FROM allot_process WHERE seen < ?"),
      next_fence_(writer, "UPDATE allot_owner SET fence = fence + 1, nonce = 0, pid = 0, since = ?") {}

void Sharer::join(Millis now) {
  forget_.run(now - kForgottenAfter);
  next_fence_.run(now);
}

bool Sharer::is_mine() {
  Rows row = read_.query(std::string_view(id_));
  if (!row.next() || row.text(0) != engine_) return false;
  commits_ = row.integer(1);
  return true;
}

void Sharer::count() { count_.run(std::string_view(id_), commits_ + 1, getpid(), host_name(), SystemClock().now()); }

}  // namespace allot::sqlite
