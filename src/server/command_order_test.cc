#include "server/command_order.h"

#include <gtest/gtest.h>

#include <string>

namespace allot {
namespace {

constexpr CommandKind kKinds[] = {CommandKind::kClaim, CommandKind::kConfirm, CommandKind::kRelease,
                                  CommandKind::kChange, CommandKind::kRead};

TEST(CommandOrder, NothingWaitsForNothing) {
  const CommandOrder order;
  EXPECT_TRUE(order.idle());
  for (const CommandKind kind : kKinds) EXPECT_TRUE(order.may_begin(kind, 0));
}

TEST(CommandOrder, WhoWaitsForWhom) {
  // Per kind that is under way: may claim, confirm, release, change, read begin?
  const std::string table[] = {"ynnnn", "yyynn", "nyynn", "nnnnn", "nnnnn"};
  for (std::size_t running = 0; running < 5; ++running) {
    CommandOrder order;
    order.begin(kKinds[running]);
    EXPECT_FALSE(order.idle());
    for (std::size_t next = 0; next < 5; ++next) {
      EXPECT_EQ(order.may_begin(kKinds[next], 1), table[running][next] == 'y') << running << " before " << next;
    }
    order.end(kKinds[running]);
    EXPECT_TRUE(order.may_begin(CommandKind::kChange, 0));
  }
}

TEST(CommandOrder, ReadsAndChangesSeeWhatWasAcceptedBefore) {
  const CommandOrder order;  // decided, not answered yet
  EXPECT_TRUE(order.may_begin(CommandKind::kConfirm, 1));
  EXPECT_FALSE(order.may_begin(CommandKind::kRead, 1));
  EXPECT_FALSE(order.may_begin(CommandKind::kChange, 1));
}

TEST(CommandOrder, KindsOfOperations) {
  EXPECT_EQ(command_kind(GetStock{}, true), CommandKind::kClaim);
  EXPECT_EQ(command_kind(GetStock{}, false), CommandKind::kRead) << "without hot state it is read from the ledger";
  EXPECT_EQ(command_kind(ConfirmClaim{}, true), CommandKind::kConfirm);
  EXPECT_EQ(command_kind(ExtendClaim{}, true), CommandKind::kConfirm);
  EXPECT_EQ(command_kind(ReleaseClaim{}, true), CommandKind::kRelease);
  EXPECT_EQ(command_kind(Restock{}, true), CommandKind::kChange);
  EXPECT_EQ(command_kind(CreateSale{}, true), CommandKind::kChange);
  EXPECT_EQ(command_kind(GetSale{}, true), CommandKind::kRead);
}

}  // namespace
}  // namespace allot
