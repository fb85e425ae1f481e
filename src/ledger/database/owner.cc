#include "ledger/database/owner.h"

#include <unistd.h>

#include <array>
#include <random>
#include <string>

namespace allot::database {
namespace {

constexpr std::string_view kLock = "SELECT fence, nonce FROM allot_owner WHERE one = 1 FOR UPDATE";
constexpr std::string_view kTake =
    "UPDATE allot_owner SET fence = ?, nonce = ?, pid = ?, host = ?, since = ? WHERE one = 1";
constexpr std::string_view kShare = "UPDATE allot_owner SET fence = ?, nonce = 0 WHERE one = 1";

std::int64_t random_nonce() {
  std::random_device source;
  return static_cast<std::int64_t>((static_cast<std::uint64_t>(source()) << 32U) | source() | 1U);  // 0: nobody
}

std::string host_name() {
  std::array<char, 256> name{};
  gethostname(name.data(), name.size() - 1);
  return name.data();
}

}  // namespace

void Owner::take_over(Connection& connection, Millis now) {
  const auto row = connection.query(kLock);
  const std::int64_t before = row->next() ? row->integer(0) : 0;
  nonce_ = random_nonce();
  connection.run(kTake, before + 1, nonce_, getpid(), host_name(), now);
  fence_ = before + 1;
}

bool Owner::is_mine(Connection& connection) const {
  const auto row = connection.query(kLock);
  return row->next() && row->integer(0) == fence_ && row->integer(1) == nonce_;
}

void Owner::share(Connection& connection) {
  const auto row = connection.query(kLock);
  fence_ = (row->next() ? row->integer(0) : 0) + 1;
  connection.run(kShare, fence_);
}

}  // namespace allot::database
