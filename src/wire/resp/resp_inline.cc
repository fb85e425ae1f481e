#include "wire/resp/resp_inline.h"

namespace allot {
namespace {

bool is_blank(char c) noexcept { return c == ' ' || (c >= '\t' && c <= '\r'); }

int hex_value(char c) noexcept {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

char control_of(char letter) noexcept {
  switch (letter) {
    case 'n': return '\n';
    case 'r': return '\r';
    case 't': return '\t';
    case 'b': return '\b';
    case 'a': return '\a';
    default: return letter;
  }
}

}  // namespace

bool InlineWords::next(std::string& out) {
  while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  if (rest_.empty()) return false;
  while (!rest_.empty() && !is_blank(rest_.front())) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c != '"' && c != '\'') {
      out.push_back(c);
    } else if (!quoted(out, c)) {
      unbalanced_ = true;
      return false;
    }
  }
  return true;
}

bool InlineWords::quoted(std::string& out, char quote) {
  while (!rest_.empty()) {
    const char c = rest_.front();
    rest_.remove_prefix(1);
    if (c == quote) return rest_.empty() || is_blank(rest_.front());
    if (c == '\\' && quote == '"' && !rest_.empty()) {
      escaped(out);
    } else if (c == '\\' && quote == '\'' && rest_.starts_with('\'')) {
      out.push_back('\'');
      rest_.remove_prefix(1);
    } else {
      out.push_back(c);
    }
  }
  return false;
}

void InlineWords::escaped(std::string& out) {
  if (rest_.size() >= 3 && rest_[0] == 'x' && hex_value(rest_[1]) >= 0 && hex_value(rest_[2]) >= 0) {
    out.push_back(static_cast<char>(hex_value(rest_[1]) * 16 + hex_value(rest_[2])));
    rest_.remove_prefix(3);
    return;
  }
  out.push_back(control_of(rest_.front()));
  rest_.remove_prefix(1);
}

}  // namespace allot
