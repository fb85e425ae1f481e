#include "server/reply_queue.h"

#include <gtest/gtest.h>

namespace allot {
namespace {

class ReplyQueueTest : public testing::Test, protected FailureWriter {
 protected:
  void write_failure(std::string& out, Outcome outcome, std::string_view claim, std::uint64_t tag) override {
    out += outcome == Outcome::kNone ? "none:" : "unknown:";
    out.append(claim).append("#").append(std::to_string(tag)).append(" ");
  }
  void answer(ReplyQueue::Slot slot, std::string_view text) {
    queue_.begin(slot, false) += text;
    queue_.close(slot);
  }
  GatePtr answer_with_gate(ReplyQueue::Slot slot, std::string_view text) {
    auto gate = std::make_shared<Gate>();
    queue_.begin(slot, true) += text;
    queue_.close(slot, gate, "c" + std::to_string(slot), slot);
    return gate;
  }

  ReplyQueue queue_{*this};
};

TEST_F(ReplyQueueTest, KeepsTheOrderOfTheCommands) {
  const auto first = queue_.open();
  const auto second = queue_.open();
  const auto third = queue_.open();
  answer(third, "3 ");
  answer(second, "2 ");
  EXPECT_EQ(queue_.out(), "");
  answer(first, "1 ");
  EXPECT_EQ(queue_.out(), "1 2 3 ");
  EXPECT_EQ(queue_.waiting(), 0U);
}

TEST_F(ReplyQueueTest, HoldsBackWhatStandsBehindAClosedGate) {
  const GatePtr gate = answer_with_gate(queue_.open(), "accepted ");
  answer(queue_.open(), "sold_out ");
  queue_.drain();
  EXPECT_EQ(queue_.out(), "");
  gate->move(GateState::kRecorded);
  queue_.drain();
  EXPECT_EQ(queue_.out(), "accepted sold_out ");
}

TEST_F(ReplyQueueTest, TellsWhatBecameOfClaimsThatAreNotInTheLedger) {
  const GatePtr none = answer_with_gate(queue_.open(), "accepted ");
  const GatePtr unknown = answer_with_gate(queue_.open(), "accepted ");
  none->move(GateState::kNothing);
  unknown->move(GateState::kUnknown);
  queue_.drain();
  EXPECT_EQ(queue_.out(), "none:c0#0 unknown:c1#1 ");
}

TEST_F(ReplyQueueTest, GrowsInTheMiddleOfALine) {
  std::vector<ReplyQueue::Slot> slots;
  std::string expected;
  for (int i = 0; i < 3; ++i) answer(queue_.open(), "x");  // so that the ring does not begin at its start
  queue_.out().clear();
  for (int i = 0; i < 1000; ++i) {
    slots.push_back(queue_.open());
    expected += std::to_string(i) + " ";
  }
  for (int i = 999; i >= 0; --i) answer(slots[static_cast<std::size_t>(i)], std::to_string(i) + " ");
  EXPECT_EQ(queue_.out(), expected);
}

}  // namespace
}  // namespace allot
