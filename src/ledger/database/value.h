// What travels to a database server: single values, and many rows of them for one statement.
#pragma once

#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace allot::database {

/// NULL, an integer or bytes. Text is borrowed until the statement has run.
class Value {
 public:
  enum class Kind : std::uint8_t { kNull, kInteger, kText };

  Value() = default;
  template <std::integral T>
  Value(T integer) : kind_(Kind::kInteger), integer_(static_cast<std::int64_t>(integer)) {}  // NOLINT
  Value(std::string_view text) : kind_(Kind::kText), text_(text) {}                          // NOLINT
  Value(const std::string& text) : Value(std::string_view(text)) {}                          // NOLINT
  template <class T>
  Value(const std::optional<T>& value) : Value(value ? Value(*value) : Value()) {}  // NOLINT

  Kind kind() const noexcept { return kind_; }
  std::int64_t integer() const noexcept { return integer_; }
  std::string_view text() const noexcept { return text_; }

 private:
  Kind kind_ = Kind::kNull;
  std::int64_t integer_ = 0;
  std::string_view text_;
};

inline Value null_if_empty(std::string_view text) { return text.empty() ? Value() : Value(text); }
inline Value null_if_zero(std::int64_t value) { return value == 0 ? Value() : Value(value); }

struct Column {
  enum class Type : std::uint8_t { kInteger, kText };
  std::string_view name;
  Type type = Type::kInteger;
};

/// Rows of values, all of the same columns, that one statement takes at once.
class Batch {
 public:
  explicit Batch(std::size_t columns) : columns_(columns) {}

  void add(std::initializer_list<Value> row) {
    assert(row.size() == columns_);
    values_.insert(values_.end(), row);
  }
  void clear() { values_.clear(); }
  bool empty() const noexcept { return values_.empty(); }
  std::size_t rows() const noexcept { return values_.size() / columns_; }
  std::size_t columns() const noexcept { return columns_; }
  const Value& at(std::size_t row, std::size_t column) const { return values_[row * columns_ + column]; }
  /// Row by row.
  std::span<const Value> slice(std::size_t first_row, std::size_t rows) const {
    return std::span(values_).subspan(first_row * columns_, rows * columns_);
  }

 private:
  std::size_t columns_;
  std::vector<Value> values_;
};

}  // namespace allot::database
