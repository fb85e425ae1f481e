// One thing that must hold, and whether it does.
#pragma once

#include <string>
#include <vector>

namespace allot {

struct CheckLine {
  bool ok = false;
  std::string text;
};

inline bool all_hold(const std::vector<CheckLine>& lines) {
  for (const CheckLine& line : lines) {
    if (!line.ok) return false;
  }
  return !lines.empty();
}

inline std::string check_text(const std::vector<CheckLine>& lines) {
  std::string text;
  for (const CheckLine& line : lines) text += (line.ok ? "  ✓ " : "  ✗ ") + line.text + "\n";
  return text;
}

}  // namespace allot
