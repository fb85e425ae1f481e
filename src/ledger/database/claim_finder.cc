#include "ledger/database/claim_finder.h"

#include "ledger/database/join_text.h"

namespace allot::database {
namespace {

constexpr auto kText = Column::Type::kText;
constexpr Column kNumber[] = {{"uid"}, {"no"}};
constexpr Column kId[] = {{"uid"}, {"id", kText}};
constexpr Column kUser[] = {{"uid"}, {"buyer", kText}};

constexpr std::string_view kSelect = "SELECT ";
constexpr std::string_view kFrom = "FROM {rows} JOIN allot_claim AS c ";
constexpr std::string_view kByNumber = "{by PRIMARY} ON c.uid = v.uid AND c.no = v.no";
constexpr std::string_view kById = "{by allot_claim_id} ON c.uid = v.uid AND c.id = v.id";
constexpr std::string_view kByUser = "{by allot_claim_buyer} ON c.uid = v.uid AND c.buyer = v.buyer";
constexpr std::string_view kSale = " JOIN allot_sale AS s {by PRIMARY} ON s.uid = c.uid";

constexpr BulkSql kNumbers{BulkSql::Form::kSelect, join_text<kSelect, kRecordColumns, kFrom, kByNumber, kSale>,
                           kNumber};
constexpr BulkSql kIds{BulkSql::Form::kSelect, join_text<kSelect, kRecordColumns, kFrom, kById, kSale>, kId};
constexpr BulkSql kUsers{BulkSql::Form::kSelect, join_text<kSelect, kRecordColumns, kFrom, kByUser, kSale>, kUser};

}  // namespace

std::vector<ClaimRecord> ClaimFinder::read(Connection& connection) {
  std::vector<ClaimRecord> records;
  const auto add = [&](const Rows& row) { records.push_back(read_record(row)); };
  connection.read(kNumbers, numbers_, add);
  connection.read(kIds, ids_, add);
  connection.read(kUsers, users_, add);
  read_more_lines(connection, records);
  return records;
}

}  // namespace allot::database
