#include "ledger/database/connection.h"

namespace allot::database {
namespace {

constexpr std::string_view kTables = "allot_";
constexpr std::string_view kNow = "{now}";
constexpr std::string_view kBy = "{by ";

}  // namespace

void Connection::roll_back() noexcept {
  if (!alive()) return;
  try {
    command("ROLLBACK");
  } catch (const std::exception&) {  // the server does it when the connection ends
  }
}

std::string Connection::spell(std::string_view sql) const {
  std::string text;
  text.reserve(sql.size() + 64);
  while (!sql.empty()) {
    if (sql.starts_with(kTables)) {
      text.append(prefix_).append(kTables);
      sql.remove_prefix(kTables.size());
    } else if (sql.starts_with(kNow)) {
      text.append(dialect_.now);
      sql.remove_prefix(kNow.size());
    } else if (sql.starts_with(kBy)) {
      const std::size_t end = sql.find('}');
      const std::string_view index = sql.substr(kBy.size(), end - kBy.size());
      if (dialect_.index_hints) text.append("FORCE INDEX (").append(spell(index)).append(")");
      sql.remove_prefix(end + 1);
    } else {
      text += sql.front();
      sql.remove_prefix(1);
    }
  }
  return text;
}

}  // namespace allot::database
