#include "ledger/database/kept_credits.h"

#include "ledger/credit_text.h"
#include "ledger/ledger.h"

namespace allot::database {
namespace {

constexpr Column kRow[] = {{"uid"}, {"no"}, {"seq"}, {"body", Column::Type::kText}};
constexpr BulkSql kKeep{BulkSql::Form::kInsert, "allot_credit", kRow};
constexpr std::string_view kForget = "DELETE FROM allot_credit WHERE uid = ? AND no <= ?";
constexpr std::string_view kRead =
    "SELECT no, seq, body FROM allot_credit WHERE uid = ? AND no > ? ORDER BY no LIMIT ?";

}  // namespace

void keep_credits(Connection& connection, std::span<const Credit> credits) {
  if (credits.empty()) return;
  std::vector<std::string> bodies;
  bodies.reserve(credits.size());  // the rows borrow them
  Batch rows(std::size(kRow));
  for (const Credit& credit : credits) {
    bodies.push_back(credit_text(credit.changes));
    rows.add({credit.uid, credit.number, credit.seq, bodies.back()});
  }
  connection.write(kKeep, rows);
}

void forget_credits(Connection& connection, SaleUid uid, std::uint64_t up_to) { connection.run(kForget, uid, up_to); }

std::vector<Credit> read_credits(Connection& connection, SaleUid uid, std::uint64_t after, std::size_t limit) {
  std::vector<Credit> credits;
  for (const auto rows = connection.query(kRead, uid, after, limit); rows->next();) {
    const auto number = static_cast<std::uint64_t>(rows->integer(0));
    if (number != after + credits.size() + 1) break;
    std::optional<std::vector<CreditChange>> changes = read_credit_text(rows->text(2));
    if (!changes) throw LedgerError(unreadable_credit(uid, number));
    credits.push_back({uid, number, std::move(*changes), static_cast<std::uint64_t>(rows->integer(1))});
  }
  return credits;
}

}  // namespace allot::database
