// How the commands that talk to a server end.
#pragma once

#include <stdexcept>
#include <string>

namespace allot {

inline constexpr int kExitOk = 0;
inline constexpr int kExitRefused = 1;      // the server refused, or an invariant does not hold
inline constexpr int kExitUsage = 2;        // the command line is wrong
inline constexpr int kExitUnreachable = 3;  // nobody answers

/// Ends the process with kExitUsage.
struct UsageError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Ends the process with kExitUnreachable.
struct Unreachable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace allot
