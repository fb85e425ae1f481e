// Carries out one Operation: which parts of the pipeline it asks, and how their answers become one Answer.
#pragma once

#include <memory>
#include <string>

#include "service/answers.h"
#include "service/caller.h"
#include "service/owned/owned_service.h"

namespace allot {

/// One per call; everything that outlives run() copies the caller. Thread-safe by having no state.
class Operations {
 public:
  Operations(OwnedService& service, Home& home, Service::Done done)
      : service_(service), caller_{&home, std::move(done)} {}
  void run(Operation operation);

 private:
  using LanePtr = std::shared_ptr<Lane>;

  // operations_sale.cc
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
  // operations_claim.cc
  void run(GetClaim op);
  void run(ListUserClaims op);
  void run(FindClaims op);
  void run(ConfirmClaim op);
  void run(ReleaseClaim op);
  void run(ExtendClaim op);
  // operations_audit.cc
  void run(Audit op);

  /// The lane, or null after `unknown_sale` has been answered.
  LanePtr lane(const std::string& sale);
  void queue(Step step, std::function<void(Step&, const Caller&)> done);
  void read(ReadThread::Job job);
  void order(const LanePtr& lane, std::shared_ptr<HotOrder> order,
             std::function<void(const HotOrder&, const Caller&)> done);
  void bar(const LanePtr& lane, std::shared_ptr<ReleaseClaim> op);
  void release(const LanePtr& lane, ClaimNo no, const ReleaseClaim& op);
  void read_claims(std::vector<ClaimKey> keys, ClaimList list);

  OwnedService& service_;
  Caller caller_;
};

}  // namespace allot
