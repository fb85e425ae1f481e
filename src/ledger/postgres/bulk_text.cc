#include "ledger/postgres/bulk_text.h"

namespace allot::postgres {
namespace {

using database::BulkSql;
using database::Column;

constexpr std::string_view kRows = "{rows}";

std::string list(std::span<const Column> columns, std::string_view before = "") {
  std::string text;
  for (const Column& column : columns) {
    if (!text.empty()) text += ", ";
    text.append(before).append(column.name);
  }
  return text;
}

std::string rows(std::span<const Column> columns) {
  std::string arrays;
  for (const Column& column : columns) {
    if (!arrays.empty()) arrays += ", ";
    arrays += column.type == Column::Type::kInteger ? "?::bigint[]" : "?::text[]";
  }
  return "unnest(" + arrays + ") AS v(" + list(columns) + ")";
}

std::string update(const BulkSql& sql) {
  std::string text = "UPDATE " + std::string(sql.text) + " AS t SET ";
  for (std::size_t i = sql.keys; i < sql.columns.size(); ++i) {
    const std::string name(sql.columns[i].name);
    text.append(i == sql.keys ? "" : ", ").append(name).append(" = v.").append(name);
  }
  text += " FROM " + rows(sql.columns) + " WHERE ";
  for (std::size_t i = 0; i < sql.keys; ++i) {
    const std::string name(sql.columns[i].name);
    text.append(i == 0 ? "" : " AND ").append("t.").append(name).append(" = v.").append(name);
  }
  return text;
}

}  // namespace

std::string bulk_text(const BulkSql& sql) {
  switch (sql.form) {
    case BulkSql::Form::kInsert:
      return "INSERT INTO " + std::string(sql.text) + "(" + list(sql.columns) + ") SELECT " + list(sql.columns, "v.") +
             " FROM " + rows(sql.columns);
    case BulkSql::Form::kUpdate: return update(sql);
    case BulkSql::Form::kSelect: {
      std::string text(sql.text);
      return text.replace(text.find(kRows), kRows.size(), rows(sql.columns));
    }
  }
  return {};
}

}  // namespace allot::postgres
