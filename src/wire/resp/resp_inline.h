// Inline commands: words between blanks, with Redis's quoting.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace allot {

/// Takes the words of one line, without its end, apart.
/// In double quotes `\n \r \t \b \a \xHH` are one byte and a backslash before anything else is dropped; in
/// single quotes only `\'` is special. A closing quote must be followed by a blank or the end.
class InlineWords {
 public:
  explicit InlineWords(std::string_view line) : rest_(line) {}

  /// Appends the next word to `out` and answers true; false at the end, or when quotes are wrong.
  bool next(std::string& out);
  bool unbalanced() const { return unbalanced_; }

 private:
  bool quoted(std::string& out, char quote);
  void escaped(std::string& out);

  std::string_view rest_;
  bool unbalanced_ = false;
};

}  // namespace allot
