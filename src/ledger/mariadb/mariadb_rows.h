// A result as the MariaDB client library gives it, copied: cells are text, as in PostgreSQL's.
#pragma once

#include <mysql.h>

#include <charconv>
#include <string>
#include <vector>

#include "ledger/database/connection.h"

namespace allot::mariadb {

class MariadbRows final : public database::Rows {
 public:
  explicit MariadbRows(std::int64_t affected) : affected_(affected) {}
  /// Fetches all rows of a statement that has been executed. Throws DatabaseError.
  void fetch(MYSQL_STMT* statement);

  bool next() override { return ++row_ * columns_ < cells_.size(); }
  bool is_null(int column) const override { return at(column).null; }
  std::string_view text(int column) const override {
    const Cell& cell = at(column);
    return std::string_view(bytes_).substr(cell.begin, cell.size);
  }
  std::int64_t integer(int column) const override {
    const std::string_view digits = text(column);
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }
  std::int64_t affected() const override { return affected_; }

 private:
  struct Cell {
    std::size_t begin = 0;
    std::size_t size = 0;
    bool null = false;
  };
  const Cell& at(int column) const { return cells_[row_ * columns_ + static_cast<std::size_t>(column)]; }

  std::int64_t affected_;
  std::size_t columns_ = 1;
  std::size_t row_ = static_cast<std::size_t>(-1);
  std::vector<Cell> cells_;
  std::string bytes_;
};

}  // namespace allot::mariadb
