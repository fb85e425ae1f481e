#include "engine/redis/credit_codec.h"

#include <variant>

namespace allot {
namespace {

std::string_view letter(ClaimState state) {
  switch (state) {
    case ClaimState::kHeld: return "h";
    case ClaimState::kConfirmed: return "c";
    case ClaimState::kReleased: return "r";
  }
  return "r";
}

class Adder {
 public:
  explicit Adder(ScriptCall& call) : call_(call) {}
  void operator()(const PoolCredit& change) {
    call_.add("p");
    call_.add(change.pool);
    call_.add(change.units);
  }
  void operator()(const SwitchCredit& change) {
    call_.add("s");
    call_.add(sale_switch_name(change.value));
  }
  void operator()(const ClaimCredit& change) {
    call_.add("c");
    call_.add(call_.id_shard(change.id));
    call_.add(change.id);
    call_.add(change.user.empty() ? 0 : call_.user_shard(change.user));
    call_.add(change.user);
    call_.add(letter(change.state));
    call_.add(change.expires_at);
    call_.add(change.given_back.size());
    for (const Item& item : change.given_back) {
      call_.add(item.pool);
      call_.add(item.units);
    }
  }

 private:
  ScriptCall& call_;
};

}  // namespace

void add_credit(ScriptCall& call, const Credit& credit) {
  call.add(credit.number);
  call.add(credit.seq);
  call.add(credit.changes.size());
  Adder add(call);
  for (const CreditChange& change : credit.changes) std::visit(add, change);
}

}  // namespace allot
