#include "ledger/mariadb/mariadb_rows.h"

#include <algorithm>
#include <memory>

#include "ledger/mariadb/mariadb_statement.h"

namespace allot::mariadb {
namespace {

constexpr unsigned long kNumberBytesMost = 64;

struct Free {
  void operator()(MYSQL_RES* result) const noexcept { mysql_free_result(result); }
};

struct Target {
  std::vector<char> bytes;
  unsigned long size = 0;
  my_bool null = 0;
};

// Every cell as text, into buffers that are as long as the longest of its column.
std::vector<MYSQL_BIND> bind_targets(MYSQL_RES* described, std::vector<Target>& targets) {
  std::vector<MYSQL_BIND> binds(targets.size());
  const MYSQL_FIELD* fields = mysql_fetch_fields(described);
  for (std::size_t i = 0; i < targets.size(); ++i) {
    targets[i].bytes.resize(std::max(fields[i].max_length, kNumberBytesMost));
    binds[i].buffer_type = MYSQL_TYPE_STRING;
    binds[i].buffer = targets[i].bytes.data();
    binds[i].buffer_length = targets[i].bytes.size();
    binds[i].length = &targets[i].size;
    binds[i].is_null = &targets[i].null;
  }
  return binds;
}

}  // namespace

void MariadbRows::fetch(MYSQL_STMT* statement) {
  const auto check = [&](bool failed) {
    if (failed) fail(mysql_stmt_errno(statement), mysql_stmt_error(statement));
  };
  check(mysql_stmt_store_result(statement) != 0);
  // Only now do the descriptions of the columns say how long their values are.
  const std::unique_ptr<MYSQL_RES, Free> described(mysql_stmt_result_metadata(statement));
  check(described == nullptr);
  columns_ = mysql_num_fields(described.get());
  std::vector<Target> targets(columns_);
  std::vector<MYSQL_BIND> binds = bind_targets(described.get(), targets);
  check(mysql_stmt_bind_result(statement, binds.data()) != 0);
  for (int got = mysql_stmt_fetch(statement); got != MYSQL_NO_DATA; got = mysql_stmt_fetch(statement)) {
    check(got == 1);
    if (got == MYSQL_DATA_TRUNCATED) fail(0, "a value came longer than it was announced");
    for (const Target& target : targets) {
      const bool null = target.null != 0;
      const std::size_t size = null ? 0 : target.size;
      cells_.push_back({bytes_.size(), size, null});
      bytes_.append(target.bytes.data(), size);
    }
  }
  mysql_stmt_free_result(statement);
}

}  // namespace allot::mariadb
