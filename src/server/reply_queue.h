// Answers of one connection, in the order of its commands, whenever they become known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/answer.h"
#include "service/gate.h"

namespace allot {

/// Writes what goes out in place of an answer whose claim did not reach the ledger.
class FailureWriter {
 public:
  virtual ~FailureWriter() = default;
  virtual void write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t tag) = 0;
};

/// A slot per command. An answer that is known and next in turn goes straight into out(); others keep
/// their bytes until their turn and their gate have come. Slots are reused with their memory.
///
/// Not thread-safe: belongs to the connection's event loop.
class ReplyQueue {
 public:
  using Slot = std::uint64_t;

  explicit ReplyQueue(FailureWriter& failures) : failures_(failures) {}

  /// The next place in line.
  Slot open();
  /// Where to append the answer of `slot`; `waits`: it will wait for a gate. Followed by close().
  std::string& begin(Slot slot, bool waits);
  /// The answer is complete. `claim` and `tag` are for FailureWriter, used only with a gate.
  void close(Slot slot);
  void close(Slot slot, GatePtr gate, std::string_view claim, std::uint64_t tag);
  /// Moves every answer whose turn has come into out().
  void drain();

  std::string& out() { return out_; }
  const std::string& out() const { return out_; }
  std::size_t waiting() const { return static_cast<std::size_t>(next_ - head_); }

 private:
  struct Place {
    std::string bytes;
    std::string claim;
    GatePtr gate;
    std::uint64_t tag = 0;
    bool filled = false;
  };

  Place& place(Slot slot) { return places_[slot & (places_.size() - 1)]; }
  void grow();

  FailureWriter& failures_;
  std::string out_;
  std::vector<Place> places_;  // a ring; size is a power of two
  Slot head_ = 0;
  Slot next_ = 0;
  bool direct_ = false;  // the head's answer is being written straight into out_
};

}  // namespace allot
