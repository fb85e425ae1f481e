#include "ledger/sqlite/sqlite_reader.h"

#include "ledger/sqlite/audit.h"
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

std::optional<Claim> SqliteReader::claim(const ClaimKey& key) {
  return in_snapshot([&]() -> std::optional<Claim> {
    const std::optional<ClaimRecord> record = prepared_->rows.find(key);
    return record ? std::optional(present(*record)) : std::nullopt;
  });
}

std::vector<Claim> SqliteReader::claims(const std::vector<ClaimKey>& keys) {
  return in_snapshot([&] {
    std::vector<Claim> claims;
    for (const ClaimKey& key : keys) {
      if (const auto record = prepared_->rows.find(key)) claims.push_back(present(*record));
    }
    return claims;
  });
}

std::vector<Claim> SqliteReader::claims_by_ref(std::string_view ref, std::size_t limit) {
  return in_snapshot([&] {
    std::vector<Claim> claims;
    for (const std::int64_t key : prepared_->rows.keys_of_ref(ref, limit)) {
      if (const auto record = prepared_->rows.read(key)) claims.push_back(present(*record));
    }
    return claims;
  });
}

std::optional<SaleState> SqliteReader::sale(std::string_view) { return std::nullopt; }
std::vector<SaleBrief> SqliteReader::sales(std::string_view, std::size_t) { return {}; }
UserClaims SqliteReader::claims_of(SaleUid, std::string_view, std::string_view, std::size_t) { return {}; }
std::vector<Claim> SqliteReader::claims_by_id(std::string_view, std::size_t) { return {}; }
std::vector<std::string> SqliteReader::overdue_sales(Millis, std::size_t) { return {}; }

LedgerAudit SqliteReader::audit(std::optional<SaleUid> uid) {
  return in_snapshot([&] { return audit_ledger(prepared_->connection, uid); });
}

}  // namespace allot::sqlite
