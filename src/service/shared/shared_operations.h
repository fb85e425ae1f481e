// Carries out one Operation where the ledger decides: a read, a step or an order, and its answer.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "service/answers.h"
#include "service/caller.h"
#include "service/shared/order_step.h"
#include "service/shared/shared_service.h"

namespace allot {

/// One per call; everything that outlives run() copies the caller. Thread-safe by having no state.
class SharedOperations {
 public:
  SharedOperations(SharedService& service, Home& home, Service::Done done)
      : service_(service), caller_{&home, std::move(done)} {}
  void run(Operation operation);

 private:
  // shared_operations_sale.cc
  void run(CreateSale op);
  void run(GetSale op);
  void run(ListSales op);
  void run(PatchSale op);
  void run(PauseSale op);
  void run(ResumeSale op);
  void run(CloseSale op);
  void run(DeleteSale op);
  void run(Restock op);
  void run(GetStock op);
  void run(Audit op);
  // shared_operations_claim.cc
  void run(GetClaim op);
  void run(ListUserClaims op);
  void run(FindClaims op);
  void run(ConfirmClaim op);
  void run(ReleaseClaim op);
  void run(ExtendClaim op);

  void release(std::shared_ptr<const ReleaseClaim> op, bool may_bar);
  void bar(std::shared_ptr<const ReleaseClaim> op);

  template <class S>
  void queue(S step, std::function<void(S&, const Caller&)> done) {
    queue_step(std::move(step),
               [done = std::move(done)](Step& recorded, const Caller& caller) { done(std::get<S>(recorded), caller); });
  }
  void queue_step(Step step, std::function<void(Step&, const Caller&)> done);
  /// Releases first, in the same transaction, what has run out in the sale.
  void release_overdue(const std::string& sale);
  void order(const std::shared_ptr<SharedOrder>& order, std::function<void(const HotOrder&, const Caller&)> done);
  /// An order that has nothing to tell but its verdict and the version.
  void simple_order(std::string sale, decltype(HotOrder::what) what);
  void read(std::function<Answer(LedgerReader&)> answer);
  /// The same for one sale; an unknown one is answered.
  void read_sale(std::string sale, std::function<Answer(LedgerReader&, const SaleState&)> answer);

  SharedService& service_;
  Caller caller_;
};

}  // namespace allot
