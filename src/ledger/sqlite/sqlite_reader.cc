#include "ledger/sqlite/sqlite_reader.h"

#include "ledger/sqlite/audit.h"
#include "ledger/sqlite/claim_key.h"
#include "ledger/sqlite/explain.h"

namespace allot::sqlite {
namespace {

class Snapshot {
 public:
  explicit Snapshot(Connection& connection) : connection_(connection) { connection_.execute("BEGIN"); }
  ~Snapshot() { connection_.roll_back(); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Connection& connection_;
};

}  // namespace

SqliteReader::SqliteReader(std::string path) : path_(std::move(path)) {
  try {
    prepared_ = std::make_unique<Prepared>(path_);
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
}

template <class Read>
auto SqliteReader::in_snapshot(Read read) {
  try {
    const Snapshot snapshot(prepared_->connection);
    return read();
  } catch (const SqliteError& error) {
    throw LedgerError(explain(error, path_));
  }
}

std::optional<SaleState> SqliteReader::sale(SaleUid uid) {
  return in_snapshot([&] { return prepared_->states.read(uid); });
}

std::optional<SaleState> SqliteReader::sale(std::string_view name) {
  return in_snapshot([&]() -> std::optional<SaleState> {
    const std::optional<SaleUid> uid = prepared_->states.uid_of(name);
    return uid ? prepared_->states.read(*uid) : std::nullopt;
  });
}

std::optional<Claim> SqliteReader::find(const ClaimKey& key) {
  const std::optional<SaleUid> uid =
      key.sale.uid != 0 ? std::optional(key.sale.uid) : prepared_->states.uid_of(key.sale.name);
  if (!uid) return std::nullopt;
  const std::optional<ClaimRecord> record = prepared_->rows.find({*uid, key.id, key.no});
  return record ? std::optional(present(*record)) : std::nullopt;
}

std::vector<Claim> SqliteReader::present_all(const std::vector<std::int64_t>& keys) {
  std::vector<Claim> claims;
  for (const std::int64_t key : keys) {
    if (const auto record = prepared_->rows.read(key)) claims.push_back(present(*record));
  }
  return claims;
}

std::optional<Claim> SqliteReader::claim(const ClaimKey& key) {
  return in_snapshot([&] { return find(key); });
}

std::vector<Claim> SqliteReader::claims(const std::vector<ClaimKey>& keys) {
  return in_snapshot([&] {
    std::vector<Claim> claims;
    for (const ClaimKey& key : keys) {
      if (auto claim = find(key)) claims.push_back(std::move(*claim));
    }
    return claims;
  });
}

std::vector<Claim> SqliteReader::claims_by_ref(std::string_view ref, std::size_t limit) {
  return in_snapshot([&] { return present_all(prepared_->rows.keys_of_ref(ref, limit)); });
}

std::vector<Claim> SqliteReader::claims_by_id(std::string_view id, std::size_t limit) {
  return in_snapshot([&] { return present_all(prepared_->lists.keys_of_id(id, limit)); });
}

std::vector<SaleBrief> SqliteReader::sales(std::string_view after, std::size_t limit) {
  return in_snapshot([&] { return prepared_->lists.sales(after, limit); });
}

std::vector<std::string> SqliteReader::overdue_sales(Millis now, std::size_t limit) {
  return in_snapshot([&] { return prepared_->lists.overdue(now, limit); });
}

UserClaims SqliteReader::claims_of(SaleUid uid, std::string_view user, std::string_view after, std::size_t limit) {
  return in_snapshot([&] {
    UserClaims found;
    const std::optional<std::int64_t> behind =
        after.empty() ? std::optional(first_key(uid) - 1) : prepared_->rows.search(uid, after);
    found.after_found = behind.has_value();
    if (!behind) return found;
    std::vector<std::int64_t> keys = prepared_->lists.keys_of_user(uid, user, *behind, limit + 1);
    found.more = keys.size() > limit;
    if (found.more) keys.pop_back();
    found.claims = present_all(keys);
    prepared_->lists.sum_live(uid, user, found);
    return found;
  });
}

LedgerAudit SqliteReader::audit(std::optional<SaleUid> uid) {
  return in_snapshot([&] { return audit_ledger(prepared_->connection, uid); });
}

}  // namespace allot::sqlite
