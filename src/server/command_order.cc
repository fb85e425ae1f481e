#include "server/command_order.h"

namespace allot {
namespace {

struct KindOf {
  bool hot;

  CommandKind operator()(const GetStock&) const noexcept { return hot ? CommandKind::kClaim : CommandKind::kRead; }
  CommandKind operator()(const ConfirmClaim&) const noexcept { return CommandKind::kConfirm; }
  CommandKind operator()(const ExtendClaim&) const noexcept { return CommandKind::kConfirm; }
  CommandKind operator()(const ReleaseClaim&) const noexcept { return CommandKind::kRelease; }
  CommandKind operator()(const GetSale&) const noexcept { return CommandKind::kRead; }
  CommandKind operator()(const ListSales&) const noexcept { return CommandKind::kRead; }
  CommandKind operator()(const GetClaim&) const noexcept { return CommandKind::kRead; }
  CommandKind operator()(const ListUserClaims&) const noexcept { return CommandKind::kRead; }
  CommandKind operator()(const FindClaims&) const noexcept { return CommandKind::kRead; }
  CommandKind operator()(const Audit&) const noexcept { return CommandKind::kRead; }
  template <class Change>
  CommandKind operator()(const Change&) const noexcept {
    return CommandKind::kChange;
  }
};

}  // namespace

CommandKind command_kind(const Operation& operation, bool hot) noexcept { return std::visit(KindOf{hot}, operation); }

bool CommandOrder::may_begin(CommandKind kind, std::size_t unanswered) const noexcept {
  switch (kind) {
    case CommandKind::kClaim:
      return none(CommandKind::kRelease) && none(CommandKind::kChange) && none(CommandKind::kRead);
    case CommandKind::kConfirm:
    case CommandKind::kRelease:
      return none(CommandKind::kClaim) && none(CommandKind::kChange) && none(CommandKind::kRead);
    case CommandKind::kChange:
    case CommandKind::kRead: return unanswered == 0;
  }
  return false;
}

bool CommandOrder::idle() const noexcept {
  return none(CommandKind::kClaim) && none(CommandKind::kConfirm) && none(CommandKind::kRelease) &&
         none(CommandKind::kChange) && none(CommandKind::kRead);
}

}  // namespace allot
