#include "ledger/mariadb/bulk_text.h"

namespace allot::mariadb {
namespace {

using database::BulkSql;
using database::Column;

constexpr std::string_view kRows = "{rows} JOIN";

std::string insert(const BulkSql& sql, std::size_t rows) {
  std::string names;
  std::string row;
  for (const Column& column : sql.columns) {
    names.append(names.empty() ? "" : ", ").append(column.name);
    row += row.empty() ? "(?" : ", ?";
  }
  row += ")";
  std::string text = "INSERT INTO " + std::string(sql.text) + "(" + names + ") VALUES ";
  for (std::size_t i = 0; i < rows; ++i) text.append(i == 0 ? "" : ", ").append(row);
  return text;
}

// A table of the values. The casts give the columns their types, which nothing else does before values are there;
// the join keeps its order, so that rows are looked up by their keys, and locked in the order of the values.
std::string table(const BulkSql& sql, std::size_t rows) {
  std::string first;
  std::string further;
  for (const Column& column : sql.columns) {
    const std::string value = column.type == Column::Type::kInteger ? "CAST(? AS SIGNED)" : "CAST(? AS BINARY)";
    first.append(first.empty() ? "" : ", ").append(value).append(" AS ").append(column.name);
    further.append(further.empty() ? "" : ", ").append(value);
  }
  std::string text = "(SELECT " + first;
  for (std::size_t i = 1; i < rows; ++i) text.append(" UNION ALL SELECT ").append(further);
  return text + ") AS v STRAIGHT_JOIN";
}

std::string update(const BulkSql& sql, std::size_t rows) {
  std::string text = "UPDATE " + table(sql, rows) + " " + std::string(sql.text) + " AS t {by PRIMARY} ON ";
  for (std::size_t i = 0; i < sql.columns.size(); ++i) {
    const std::string name(sql.columns[i].name);
    if (i == sql.keys) text += " SET ";
    if (i != 0 && i != sql.keys) text += i < sql.keys ? " AND " : ", ";
    text.append("t.").append(name).append(" = v.").append(name);
  }
  return text;
}

}  // namespace

std::string bulk_text(const BulkSql& sql, std::size_t rows) {
  switch (sql.form) {
    case BulkSql::Form::kInsert: return insert(sql, rows);
    case BulkSql::Form::kUpdate: return update(sql, rows);
    case BulkSql::Form::kSelect: {
      std::string text(sql.text);
      return text.replace(text.find(kRows), kRows.size(), table(sql, rows));
    }
  }
  return {};
}

}  // namespace allot::mariadb
