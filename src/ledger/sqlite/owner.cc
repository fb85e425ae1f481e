#include "ledger/sqlite/owner.h"

#include <unistd.h>

#include <array>
#include <random>
#include <string_view>

namespace allot::sqlite {
namespace {

std::int64_t random_nonce() {
  std::random_device source;
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(source()) << 32U) | source());
}

}  // namespace

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

Owner::Owner(Connection& writer)
    : read_(writer, "SELECT fence, nonce, commits FROM allot_owner"),
      take_(writer, "UPDATE allot_owner SET fence = ?, nonce = ?, pid = ?, host = ?, since = ?"),
      count_(writer, "UPDATE allot_owner SET commits = commits + 1"),
      count_probe_(writer, "UPDATE allot_owner SET probes = probes + 1") {}

void Owner::take_over(Millis now) {
  {
    Rows row = read_.query();
    row.next();
    fence_ = row.integer(0) + 1;
  }
  nonce_ = random_nonce();
  take_.run(fence_, nonce_, getpid(), host_name(), now);
}

bool Owner::is_mine() {
  Rows row = read_.query();
  if (!row.next() || row.integer(0) != fence_ || row.integer(1) != nonce_) return false;
  commits_ = row.integer(2);
  return true;
}

void Owner::count() { count_.run(); }
void Owner::count_probe() { count_probe_.run(); }

}  // namespace allot::sqlite
