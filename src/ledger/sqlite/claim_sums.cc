#include "ledger/sqlite/claim_sums.h"

#include <algorithm>
#include <functional>

#include "ledger/sqlite/claim_key.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kClaims =
    "SELECT key, id, buyer, state, pool, units FROM allot_claim WHERE key BETWEEN ? AND ? ORDER BY key";
constexpr std::string_view kLines =
    "SELECT l.key, c.id, c.buyer, c.state, l.pool, l.units "
    "FROM allot_claim_line l LEFT JOIN allot_claim c ON c.key = l.key WHERE l.key BETWEEN ? AND ? ORDER BY l.key";

std::uint64_t hash_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

class Summing {
 public:
  Summing(bool count_users, Findings& findings) : count_users_(count_users), findings_(findings) {}

  void add_claim(const Rows& row) {
    const std::int64_t key = row.integer(0);
    if (const ClaimNo no = no_of(key); static_cast<std::int64_t>(no) != sums_.rows + gap_) {
      findings_.add("claim numbers " + std::to_string(sums_.rows + gap_) + " to " +
                    std::to_string(static_cast<std::int64_t>(no) - 1) + " are missing");
      gap_ = static_cast<std::int64_t>(no) - sums_.rows;
    }
    ++sums_.rows;
    sums_.ids.emplace_back(hash_of(row.text(1)), key);
    add_units(row, 1);
  }
  void add_line(const Rows& row) {
    if (row.is_null(1)) {
      findings_.add("a line of the pool '" + std::string(row.text(4)) + "' belongs to claim number " +
                    std::to_string(no_of(row.integer(0))) + ", which does not exist");
      return;
    }
    add_units(row, 0);
  }
  ClaimSums take() {
    std::ranges::sort(sums_.ids);
    return std::move(sums_);
  }

 private:
  void add_units(const Rows& row, std::int64_t claims) {
    const std::string_view state = row.text(3);
    const bool held = state == "held";
    if (!held && state != "confirmed") {
      if (state != "released") {
        findings_.add("claim '" + std::string(row.text(1)) + "' has the unknown state '" + std::string(state) + "'");
      }
      return;
    }
    const std::int64_t units = row.integer(5);
    LiveUnits& pool = pool_of(row.text(4));
    (held ? pool.held : pool.confirmed) += units;
    if (units < 0) findings_.add("claim '" + std::string(row.text(1)) + "' has " + std::to_string(units) + " units");
    if (!count_users_) return;
    ClaimSums::User& user = sums_.users[hash_of(row.text(2))];
    user.claims += claims;
    user.units += units;
    user.key = row.integer(0);
  }
  LiveUnits& pool_of(std::string_view name) {
    if (last_ != sums_.pools.end() && last_->first == name) return last_->second;
    last_ = sums_.pools.find(name);
    if (last_ == sums_.pools.end()) last_ = sums_.pools.emplace(std::string(name), LiveUnits{}).first;
    return last_->second;
  }

  bool count_users_;
  Findings& findings_;
  ClaimSums sums_;
  std::int64_t gap_ = 0;  // numbers missing so far
  std::map<std::string, LiveUnits, std::less<>>::iterator last_ = sums_.pools.end();
};

}  // namespace

ClaimSums sum_claims(Connection& reader, SaleUid uid, bool count_users, Findings& findings) {
  Summing summing(count_users, findings);
  Statement claims(reader, kClaims);
  for (Rows row = claims.query(first_key(uid), last_key(uid)); row.next();) summing.add_claim(row);
  Statement lines(reader, kLines);
  for (Rows row = lines.query(first_key(uid), last_key(uid)); row.next();) summing.add_line(row);
  return summing.take();
}

}  // namespace allot::sqlite
