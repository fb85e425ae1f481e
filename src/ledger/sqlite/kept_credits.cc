#include "ledger/sqlite/kept_credits.h"

#include "ledger/credit_text.h"
#include "ledger/ledger.h"

namespace allot::sqlite {
namespace {

constexpr std::string_view kKeep = "INSERT INTO allot_credit(uid, no, seq, body) VALUES(?, ?, ?, ?)";
constexpr std::string_view kForget = "DELETE FROM allot_credit WHERE uid = ? AND no <= ?";
constexpr std::string_view kRead =
    "SELECT no, seq, body FROM allot_credit WHERE uid = ? AND no > ? ORDER BY no LIMIT ?";

}  // namespace

CreditWriter::CreditWriter(Connection& writer) : keep_(writer, kKeep), forget_(writer, kForget) {}

void CreditWriter::keep(const Credit& credit) {
  keep_.run(credit.uid, credit.number, credit.seq, credit_text(credit.changes));
}

void CreditWriter::forget(SaleUid uid, std::uint64_t up_to) { forget_.run(uid, up_to); }

CreditReader::CreditReader(Connection& connection) : read_(connection, kRead) {}

std::vector<Credit> CreditReader::read(SaleUid uid, std::uint64_t after, std::size_t limit) {
  std::vector<Credit> credits;
  for (Rows rows = read_.query(uid, after, limit); rows.next();) {
    const auto number = static_cast<std::uint64_t>(rows.integer(0));
    if (number != after + credits.size() + 1) break;
    std::optional<std::vector<CreditChange>> changes = read_credit_text(rows.text(2));
    if (!changes) throw LedgerError(unreadable_credit(uid, number));
    credits.push_back({uid, number, std::move(*changes), static_cast<std::uint64_t>(rows.integer(1))});
  }
  return credits;
}

}  // namespace allot::sqlite
