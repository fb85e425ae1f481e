#include "service/wake.h"

#include <map>

namespace allot {
namespace {

class FunctionWaiter final : public Waiter {
 public:
  FunctionWaiter(GatePtr gate, std::function<void(GateState)> ready)
      : gate_(std::move(gate)), ready_(std::move(ready)) {}
  void settled() override { ready_(gate_->state()); }
  Home* home() override { return nullptr; }

 private:
  GatePtr gate_;
  std::function<void(GateState)> ready_;
};

}  // namespace

std::shared_ptr<Waiter> run_when_moved(GatePtr gate, std::function<void(GateState)> ready) {
  return std::make_shared<FunctionWaiter>(std::move(gate), std::move(ready));
}

void wake(std::vector<std::shared_ptr<Waiter>>& waiters) {
  std::map<Home*, std::vector<std::shared_ptr<Waiter>>> homes;
  for (auto& waiter : waiters) homes[waiter->home()].push_back(std::move(waiter));
  waiters.clear();
  for (auto& [home, those] : homes) {
    auto settle = [those = std::move(those)] {
      for (const auto& waiter : those) waiter->settled();
    };
    if (home == nullptr)
      settle();
    else
      home->post(std::move(settle));
  }
}

}  // namespace allot
