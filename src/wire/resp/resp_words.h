// What can be wrong with the words of a RESP command.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace allot {

enum class WordsFault : std::uint8_t {
  kNone,
  kCount,   // -ERR wrong number of arguments
  kSyntax,  // -ERR syntax error: a word that means nothing where it stands
  kValue,   // the verdict `invalid`
};

struct WordsError {
  WordsFault kind = WordsFault::kNone;
  std::string field;   // kValue
  std::string detail;  // kValue

  /// All of these answer false, so that a parser can end with them.
  bool count() {
    kind = WordsFault::kCount;
    return false;
  }
  bool syntax() {
    kind = WordsFault::kSyntax;
    return false;
  }
  bool value(std::string of, std::string_view why) {
    kind = WordsFault::kValue;
    field = std::move(of);
    detail = why;
    return false;
  }
};

/// An option's keyword: all in capitals or all in small letters. `upper` is in capitals.
bool is_keyword(std::string_view word, std::string_view upper) noexcept;

/// True when `fault`, what a check of values.h says, is empty.
inline bool passes(std::string_view fault, std::string_view field, WordsError& error) {
  return fault.empty() || error.value(std::string(field), fault);
}

}  // namespace allot
