// A result of libpq, in text format.
#pragma once

#include <libpq-fe.h>

#include <charconv>
#include <memory>

#include "ledger/database/connection.h"

namespace allot::postgres {

class PostgresRows final : public database::Rows {
 public:
  explicit PostgresRows(PGresult* result) : result_(result), rows_(PQntuples(result)) {}

  bool next() override { return ++row_ < rows_; }
  bool is_null(int column) const override { return PQgetisnull(result_.get(), row_, column) != 0; }
  std::string_view text(int column) const override {
    return {PQgetvalue(result_.get(), row_, column),
            static_cast<std::size_t>(PQgetlength(result_.get(), row_, column))};
  }
  std::int64_t integer(int column) const override { return parse(text(column)); }
  std::int64_t affected() const override { return parse(PQcmdTuples(result_.get())); }

 private:
  struct Clear {
    void operator()(PGresult* result) const noexcept { PQclear(result); }
  };
  static std::int64_t parse(std::string_view digits) {
    std::int64_t value = 0;
    std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return value;
  }

  std::unique_ptr<PGresult, Clear> result_;
  int rows_;
  int row_ = -1;
};

}  // namespace allot::postgres
