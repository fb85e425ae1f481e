#include "ledger/database/step_sales.h"

namespace allot::database {
namespace {

class Gathering {
 public:
  void operator()(const EntryStep& step) { sales_.uids.insert(step.entry->uid); }
  void operator()(const ConfirmStep& step) { add(step.key.sale); }
  void operator()(const ReleaseStep& step) { add(step.key.sale); }
  void operator()(const ExtendStep& step) { add(step.key.sale); }
  void operator()(const ExpireStep& step) { sales_.uids.insert(step.uid); }
  void operator()(const ResumeStep& step) { add(step.sale); }
  void operator()(const DeleteStep& step) { add(step.sale); }
  void operator()(const DecideStep& step) { sales_.names.insert(step.sale); }
  void operator()(const CreateStep& step) { sales_.names.insert(step.sale); }
  void operator()(const FenceStep& step) { sales_.names.insert(step.sale); }
  void operator()(const LiveStep& step) { sales_.names.insert(step.sale); }
  StepSales take() { return std::move(sales_); }

 private:
  void add(const SaleKey& key) {
    if (key.uid != 0) {
      sales_.uids.insert(key.uid);
    } else {
      sales_.names.insert(key.name);
    }
  }

  StepSales sales_;
};

}  // namespace

StepSales sales_of(const std::vector<Step>& steps) {
  Gathering gathering;
  for (const Step& step : steps) std::visit(gathering, step);
  return gathering.take();
}

}  // namespace allot::database
