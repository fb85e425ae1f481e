#include "ledger/database/database_reader.h"

#include "ledger/database/audit.h"
#include "ledger/database/claim_pages.h"
#include "ledger/database/claim_reads.h"
#include "ledger/database/column_words.h"
#include "ledger/database/kept_credits.h"
#include "ledger/database/sale_states.h"
#include "wire/json/definition_json.h"

namespace allot::database {
namespace {

constexpr std::string_view kSales =
    "SELECT s.sale, s.status, s.definition FROM allot_sale AS s WHERE s.live > ? ORDER BY s.live LIMIT ?";
constexpr std::string_view kOverdue =
    "SELECT s.sale FROM allot_sale AS s WHERE s.live IS NOT NULL AND EXISTS "
    "(SELECT 1 FROM allot_claim AS c {by allot_claim_hold} WHERE c.uid = s.uid AND c.hold_end <= ?) ORDER BY s.uid "
    "LIMIT ?";

class Snapshot {
 public:
  explicit Snapshot(Connection& connection) : connection_(connection) { connection_.begin_snapshot(); }
  ~Snapshot() { connection_.roll_back(); }
  Snapshot(const Snapshot&) = delete;
  Snapshot& operator=(const Snapshot&) = delete;

 private:
  Connection& connection_;
};

SaleBrief brief_of(const Rows& row) {
  SaleBrief brief{std::string(row.text(0)), switch_of_word(row.text(1)), 0, 0};
  // One that cannot be read is the audit's to report; a list must not fail over it.
  if (const Result<SaleDefinition> definition = parse_stored_definition(row.text(2))) {
    brief.starts_at = definition->starts_at;
    brief.ends_at = definition->ends_at;
  }
  return brief;
}

}  // namespace

DatabaseReader::DatabaseReader(std::shared_ptr<const Database> database) : database_(std::move(database)) {
  try {
    connection();
  } catch (const DatabaseError& error) {
    throw LedgerError(database_->explain(error));
  }
}

Connection& DatabaseReader::connection() {
  if (connection_ == nullptr || !connection_->alive()) {
    connection_.reset();
    connection_ = database_->connect(Database::Use::kRead);
  }
  return *connection_;
}

template <class Read>
auto DatabaseReader::in_snapshot(Read read) {
  for (bool again = true;; again = false) {
    try {
      Connection& made = connection();
      const Snapshot snapshot(made);
      return read(made);
    } catch (const DatabaseError& error) {
      if (error.failure() != Failure::kLost || !again) throw LedgerError(database_->explain(error));
    }
  }
}

std::optional<SaleState> DatabaseReader::sale(SaleUid uid) {
  return in_snapshot([&](Connection& made) { return read_sale(made, uid); });
}

std::optional<SaleState> DatabaseReader::sale(std::string_view name) {
  return in_snapshot([&](Connection& made) { return read_sale(made, name); });
}

std::optional<Claim> DatabaseReader::claim(const ClaimKey& key) {
  std::vector<Claim> found = claims({key});
  return found.empty() ? std::nullopt : std::optional(std::move(found.front()));
}

std::vector<Claim> DatabaseReader::claims(const std::vector<ClaimKey>& keys) {
  return in_snapshot([&](Connection& made) { return read_claims(made, keys); });
}

std::vector<Claim> DatabaseReader::claims_by_ref(std::string_view ref, std::size_t limit) {
  return in_snapshot([&](Connection& made) { return read_claims_by_ref(made, ref, limit); });
}

std::vector<Claim> DatabaseReader::claims_by_id(std::string_view id, std::size_t limit) {
  return in_snapshot([&](Connection& made) { return read_claims_by_id(made, id, limit); });
}

UserClaims DatabaseReader::claims_of(SaleUid uid, std::string_view user, std::string_view after, std::size_t limit) {
  return in_snapshot([&](Connection& made) { return read_claims_of(made, uid, user, after, limit); });
}

std::vector<SaleBrief> DatabaseReader::sales(std::string_view after, std::size_t limit) {
  return in_snapshot([&](Connection& made) {
    std::vector<SaleBrief> sales;
    for (const auto rows = made.query(kSales, after, limit); rows->next();) sales.push_back(brief_of(*rows));
    return sales;
  });
}

// A connection that is lost once `read` has been called is reported by the claims, as a LedgerError: nothing is read
// twice.
bool DatabaseReader::load(std::string_view name, std::uint32_t epoch,
                          const std::function<void(const SaleState&, ClaimSource&)>& read) {
  return in_snapshot([&](Connection& made) {
    const std::optional<SaleState> state = read_sale(made, name);
    if (!state || state->epoch != epoch) return false;
    ClaimPages claims(made, state->uid, database_);
    read(*state, claims);
    return true;
  });
}

std::vector<Credit> DatabaseReader::credits(SaleUid uid, std::uint64_t after, std::size_t limit) {
  return in_snapshot([&](Connection& made) { return read_credits(made, uid, after, limit); });
}

std::vector<std::string> DatabaseReader::overdue_sales(Millis now, std::size_t limit) {
  return in_snapshot([&](Connection& made) {
    std::vector<std::string> names;
    for (const auto rows = made.query(kOverdue, now, limit); rows->next();) names.emplace_back(rows->text(0));
    return names;
  });
}

LedgerAudit DatabaseReader::audit(std::optional<SaleUid> uid) {
  return in_snapshot([&](Connection& made) { return audit_ledger(made, uid); });
}

}  // namespace allot::database
