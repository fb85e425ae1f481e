// Which commands of one connection may be under way together, so that each sees what those before it did.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "core/operation.h"

namespace allot {

/// kClaim looks at hot state alone; STOCK is one too, where there is hot state. kConfirm moves no unit; kRelease gives
/// units back.
enum class CommandKind : std::uint8_t { kClaim, kConfirm, kRelease, kChange, kRead };

/// `hot`: stock is known without the ledger.
CommandKind command_kind(const Operation& operation, bool hot) noexcept;

/// Counts what a connection has begun. Claims, and confirms with releases, go on without waiting for each other,
/// because those are pipelined by the thousand; whatever could see a difference waits.
///
/// Not thread-safe: belongs to the connection's event loop.
class CommandOrder {
 public:
  void begin(CommandKind kind) noexcept { ++count(kind); }
  void end(CommandKind kind) noexcept { --count(kind); }
  /// `unanswered`: commands of the connection before this one whose answer is not known yet.
  bool may_begin(CommandKind kind, std::size_t unanswered) const noexcept;
  /// Nothing is under way; claims only where they are not decided at once.
  bool idle() const noexcept;

 private:
  std::size_t& count(CommandKind kind) noexcept { return counts_[static_cast<std::size_t>(kind)]; }
  bool none(CommandKind kind) const noexcept { return counts_[static_cast<std::size_t>(kind)] == 0; }

  std::array<std::size_t, 5> counts_{};
};

}  // namespace allot
