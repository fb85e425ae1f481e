// Operational failures as values: either a T or a message for a person.
#pragma once

#include <string>
#include <utility>
#include <variant>

namespace allot {

/// Says what was wrong, with which value, and what would be right. `field` is a path such as
/// "items[0].units", or empty when no single field is to blame.
struct Error {
  std::string field;
  std::string detail;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : value_(std::move(value)) {}      // NOLINT(google-explicit-constructor)
  Result(Error error) : value_(std::move(error)) {}  // NOLINT(google-explicit-constructor)

  explicit operator bool() const noexcept { return value_.index() == 0; }
  T& operator*() { return std::get<0>(value_); }
  const T& operator*() const { return std::get<0>(value_); }
  T* operator->() { return &std::get<0>(value_); }
  const T* operator->() const { return &std::get<0>(value_); }
  const Error& error() const { return std::get<1>(value_); }

 private:
  std::variant<T, Error> value_;
};

}  // namespace allot
